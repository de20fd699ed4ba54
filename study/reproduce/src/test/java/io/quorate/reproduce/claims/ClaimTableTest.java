// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment.Progress;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Items;
import io.quorate.reproduce.Paper;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimTableTest {
    private static final String ITEM = "item\ttree-x\tConclusion\tA title\t0.1 0.1\nsetting\tSmall <or|and> large.\n";

    private static Finding run(String rows, Scale scale) {
        List<Item> items = ClaimTable.parse(
                ITEM + rows,
                Paper.TREE,
                Map.of("twice", words -> Answer.of(2 * Double.parseDouble(words.get(0)))),
                Map.of(
                        "code",
                        (size, progress) -> Finding.of("By code.")
                                .compare(Comparison.equal("one", 1, 1))
                                .compare(Comparison.equal("two, which nobody prints", 2, 2)
                                        .asOurs())
                                .found()));
        assertThat(items).hasSize(1);
        return items.get(0).experiment().run(scale, Progress.NONE);
    }

    private static List<String> verdicts(String rows) {
        return run(rows, Scale.QUICK).comparisons().stream()
                .map(each -> each.verdict().word())
                .toList();
    }

    /** A wrong number is never taken for the paper's, whatever tolerance the row has. */
    @ParameterizedTest
    @CsvSource({
        "paper, 6, equal, equal",
        "paper, 7, equal, unexplained",
        "paper, 6.1, near 2%, within",
        "paper, 7, near 2%, unexplained",
        "paper, any, within 5..6, within",
        "paper, any, within 7..9, unexplained",
        "paper, 5, differs =6, differs",
        "paper, 5, differs =7, unexplained",
        "paper, 5, differs 5.5..6.5, differs",
        "paper, 5, differs 7..8, unexplained",
        "ours, -, equal, unexplained",
        "ours, 6, equal, ours",
        "ours, -, within 5..6, ours",
        "ours, -, so, ours"
    })
    void theVerdictFollowsFromNumberAndTolerance(String source, String paper, String expected, String verdict) {
        assertThat(verdicts(
                        "claim\t" + source + "\tthree doubled\t" + paper + "\ttwice 3\t" + expected + "\tbecause\n"))
                .containsExactly(verdict);
    }

    @Test
    void variablesAndFormulasStandInAllTexts() {
        Finding finding = run("""
                for\tN K\t3:2 7:3\t3:2 7:3 13:4
                claim\tpaper\tN = {N}: K(K-1)+1 doubled\t{=2*(K*(K-1)+1)}\ttwice {N}\tequal
                full\tpaper\tN = {N}: only in full runs\t{=2*N}\ttwice {N}\tequal
                sheet\tThe table
                chart\tPlot\tnodes\tmessages\tlog linear\tN
                line\tmeasured\t1
                line\troot\t=sqrt(N)
                """, Scale.QUICK);
        assertThat(finding.setting()).isEqualTo("Small or large.");
        assertThat(finding.comparisons())
                .extracting(Comparison::what)
                .containsExactly("N = 3: K(K-1)+1 doubled", "N = 7: K(K-1)+1 doubled");
        assertThat(finding.holds()).isTrue();
        assertThat(finding.sheets().get(0).rows()).containsExactly(List.of("3", "2", "6"), List.of("7", "3", "14"));
        assertThat(finding.charts().get(0).series()).hasSize(2);
    }

    @Test
    void aFullRunHasMoreValuesAndMoreClaims() {
        assertThat(run(
                                "for\tN\t1\t1 2\nclaim\tpaper\ta\t{=2*N}\ttwice {N}\tequal\nfull\tours\tb\t{=2*N}\ttwice {N}\tequal\n",
                                Scale.FULL)
                        .comparisons())
                .extracting(Comparison::verdict)
                .containsExactly(Verdict.EQUAL, Verdict.OURS, Verdict.EQUAL, Verdict.OURS);
    }

    @Test
    void whatCodeComparesIsOursWhereTheCodeSaysSo() {
        assertThat(verdicts("experiment\tcode\n")).containsExactly("equal", "ours");
    }

    @Test
    void whatNoPaperSaysCannotBeEqualToIt() {
        assertThatThrownBy(() -> verdicts("claim\tpaper\tthree doubled\t-\ttwice 3\tso\n"))
                .hasMessageContaining("No paper says this, so it is ours");
        assertThatThrownBy(() -> verdicts("claim\tours\tthree doubled\t5\ttwice 3\tdiffers =6\tbecause\n"))
                .hasMessageContaining("nothing can differ");
    }

    @ParameterizedTest
    @CsvSource({
        "'claim\tpaper\ta\t6\tthrice 3\tequal', there is no measurement \"thrice\"",
        "'claim\tpaper\ta\t6\ttwice 3\talmost', is no expectation",
        "'claim\tpaper\ta\t{=2*M}\ttwice 3\tequal', the formula \"2*M\" cannot be read",
        "'claim\tpaper\ta\t6', 'line 3: a claim has a source, a sentence'",
        "'experiment\tnone', 'line 3: there is no experiment \"none\"'",
        "'for\tN K\t3', has not 2 values",
        "'clam\tpaper', 'line 3: a row cannot begin with \"clam\"'"
    })
    void aMistakeInATableIsRefusedWithAReason(String row, String reason) {
        assertThatThrownBy(() -> verdicts(row + "\n")).hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "1+2*3, 7",
        "(1+2)*3, 9",
        "2^3^2, 512",
        "-N+10, 3",
        "sqrt(N+2), 3",
        "log(N)/log(7), 1",
        "7/2-0.5, 3",
        "floor(N/2), 3"
    })
    void formulasAreThoseOfPapers(String formula, double value) {
        assertThat(Formula.valueOf(formula, Map.of("N", "7"))).isEqualTo(value);
    }

    /** The folder of each paper has its table; this reads all of them. */
    @Test
    void everyPaperHasItsTable() {
        List<Item> items = Items.all();
        for (Paper paper : Paper.values()) {
            assertThat(items).anyMatch(item -> item.paper() == paper);
        }
        assertThat(items).hasSize(75);
    }
}
