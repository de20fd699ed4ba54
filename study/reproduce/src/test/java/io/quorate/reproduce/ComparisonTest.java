// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void whatIsTheSameIsEqualAndWhatIsNotIsUnexplained() {
        assertThat(Comparison.equal("messages", 24, 24).verdict()).isEqualTo(Verdict.EQUAL);
        assertThat(Comparison.equal("messages", 24, 25))
                .isEqualTo(new Comparison("messages", "24", "25", Verdict.UNEXPLAINED, "must be the same"));
    }

    @Test
    void bothEndsOfARangeAreWithinIt() {
        assertThat(Comparison.within("messages", "3K to 5K", 9, 9, 15).verdict())
                .isEqualTo(Verdict.WITHIN);
        assertThat(Comparison.within("messages", "3K to 5K", 9, 15, 15).verdict())
                .isEqualTo(Verdict.WITHIN);
        Comparison above = Comparison.within("messages", "3K to 5K", 9, 15.01, 15);
        assertThat(above.verdict()).isEqualTo(Verdict.UNEXPLAINED);
        assertThat(above.reason()).isEqualTo("must be from 9 to 15");
    }

    @Test
    void anAverageMayBeAsFarAwayAsIsSaid() {
        assertThat(Comparison.near("load", 10, 10.5, 0.05).verdict()).isEqualTo(Verdict.WITHIN);
        assertThat(Comparison.near("load", 10, 10.6, 0.05).verdict()).isEqualTo(Verdict.UNEXPLAINED);
    }

    @Test
    void aKnownDifferenceHoldsOnlyWhileItIsTheKnownOne() {
        Comparison known = Comparison.differs("ratio", "1.5 to 2.5", 0.75, true, "its Sigma polls");
        assertThat(known.verdict().holds()).isTrue();
        assertThat(known.reason()).isEqualTo("its Sigma polls");
        Comparison unknown = Comparison.differs("ratio", "1.5 to 2.5", 1.2, false, "its Sigma polls");
        assertThat(unknown.verdict().holds()).isFalse();
    }

    @Test
    void aDifferenceNeedsAReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Comparison.differs("ratio", 1, 2, true, ""))
                .withMessageContaining("needs a reason: ratio");
    }

    @Test
    void numbersAreWrittenAsPeopleWriteThem() {
        assertThat(List.of(12_345, 2.0, 0.1 + 0.2, 1_234.5, 100.0, "sqrt(N)"))
                .extracting(Comparison::text)
                .containsExactly("12,345", "2", "0.3", "1,234.5", "100", "sqrt(N)");
    }

    @Test
    void aFindingHoldsIfAllOfItDoes() {
        Comparison good = Comparison.equal("messages", 1, 1);
        Comparison bad = Comparison.equal("messages", 1, 2);
        assertThat(Finding.of("once").compare(good).found().holds()).isTrue();
        assertThat(Finding.of("once").compare(good).compare(bad).found().holds())
                .isFalse();
    }

    @Test
    void aNameThatIsNeitherAPaperNorAnItemIsAnsweredByWhatThereIs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Items.named("maekwa"))
                .withMessageContaining("maekwa")
                .withMessageContaining("thiare-fall");
    }

    @Test
    void whatNoPaperPrintsSaysSo() {
        assertThat(Comparison.equal("messages", 3, 3).asOurs().verdict()).isEqualTo(Verdict.OURS);
        assertThat(Comparison.within("messages", "3 to 5", 3, 4, 5).asOurs().verdict())
                .isEqualTo(Verdict.OURS);
        assertThat(Comparison.equal("messages", 3, 4).asOurs().verdict()).isEqualTo(Verdict.UNEXPLAINED);
        Comparison different = Comparison.differs("messages", 3, 4, true, "a misprint");
        assertThatIllegalStateException().isThrownBy(different::asOurs).withMessageContaining("nothing can differ");
    }
}
