// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

/** How the report looks: in daylight, at night and on paper. */
final class ReportStyle {
    static final String CSS = """
            :root { color-scheme: light dark; --page: #ffffff; --ink: #1f2933; --soft: #56636f; --line: #d9dfe5; --band: #f5f7f9;
              --link: #0b5bb5; --equal: #1a7340; --within: #0b5bb5; --differs: #8a5a00; --unexplained: #b4102f; --none: #56636f; }
            @media (prefers-color-scheme: dark) {
              :root { --page: #14181d; --ink: #e8edf2; --soft: #a3afbb; --line: #333c46; --band: #1c2229; --link: #7ab8ff;
                --equal: #5fd08f; --within: #7ab8ff; --differs: #f0b849; --unexplained: #ff7d93; --none: #a3afbb; } }
            * { box-sizing: border-box; }
            body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 68rem; background: var(--page); color: var(--ink);
              font: 1rem/1.5 system-ui, "DejaVu Sans", Verdana, Arial, sans-serif; overflow-wrap: break-word; }
            a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
            h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; }
            h2 { font-size: 1.35rem; line-height: 1.3; margin: 3rem 0 .5rem; padding-top: .8rem; border-top: 2px solid var(--line); }
            h3 { font-size: 1.1rem; margin: 0 0 .4rem; } h4 { font-size: .95rem; margin: 1.4rem 0 .4rem; }
            p { margin: .4rem 0; } .soft, .place { color: var(--soft); } .place { margin-right: .4em; }
            article { margin: 1.6rem 0; padding: 1rem 1.2rem 1.1rem; border: 1px solid var(--line); border-radius: 8px; }
            article:target { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
            code { font: .88em ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; background: var(--band);
              padding: .1em .35em; border-radius: 4px; }
            .wide { overflow-x: auto; margin: .6rem 0; } .tall { max-height: 28rem; overflow-y: auto; border-bottom: 2px solid var(--line); }
            .tall th { position: sticky; top: 0; background: var(--page); }
            table { border-collapse: collapse; font-size: .9rem; width: 100%; }
            table.sheet { width: auto; min-width: 50%; } table.sheet td { white-space: nowrap; } table.sheet th { vertical-align: bottom; }
            table.sheet td.long { white-space: normal; min-width: 12rem; }
            th, td { text-align: left; vertical-align: top; padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line); }
            th { font-weight: 600; color: var(--soft); border-bottom-width: 2px; } td.number, th.number { text-align: right; }
            .compared { table-layout: fixed; } .compared th:nth-child(1) { width: 34%; } .compared th:nth-child(2) { width: 27%; }
            .compared th:nth-child(3) { width: 27%; } .compared th:nth-child(4) { width: 12%; }
            .compared tr.explained > td { border-bottom: none; padding-bottom: .1rem; }
            .compared td.reason { color: var(--soft); padding: 0 0 .5rem 1.1rem; font-size: .86rem; }
            .verdict { white-space: nowrap; font-weight: 600; } .verdict::before { content: "\\25CF\\00A0"; }
            .equal { color: var(--equal); } .within { color: var(--within); } .ours, .untested { color: var(--none); } .differs { color: var(--differs); }
            .unexplained { color: var(--unexplained); } .verdict.unexplained::before { content: "\\25B2\\00A0"; }
            .verdict.differs::before { content: "\\25C6\\00A0"; } .verdict.none::before { content: "\\25CB\\00A0"; } .none { color: var(--none); }
            figure { margin: 1rem 0; overflow-x: auto; } figure img { display: block; max-width: 100%; height: auto; border-radius: 6px; }
            figure.drawing img { border: 1px solid var(--line); } figure.chart img { background: #ffffff; }
            .contents { columns: 2; column-gap: 2rem; font-size: .92rem; } .contents section { margin-bottom: .8rem; }
            .contents h4 { margin-top: 0; break-after: avoid; } .contents li { break-inside: avoid; }
            .contents ul, .reasons { list-style: none; margin: 0; padding: 0; } .contents li { display: flex; gap: .5rem; }
            .contents li a { flex: 1; } .contents .verdict { font-weight: 400; font-size: .85rem; }
            .reasons li { margin: .5rem 0; font-size: .92rem; } .command { margin-top: .9rem; font-size: .9rem; }
            .banner { margin: 1rem 0; padding: .7rem 1rem; border-radius: 8px; background: var(--band); border-left: 5px solid currentColor; }
            .banner b { color: inherit; } .banner span { color: var(--ink); }
            @media (max-width: 48rem) { .contents { columns: 1; } body { padding: 1rem .8rem 3rem; } }
            @media print {
              :root { --page: #ffffff; --ink: #000000; --soft: #444444; --line: #bbbbbb; --band: #ffffff; --link: #000000;
                --equal: #1a7340; --within: #0b5bb5; --differs: #8a5a00; --unexplained: #b4102f; --none: #444444; }
              body { max-width: none; padding: 0; font-size: 10pt; } figure, tr { break-inside: avoid; } h2, h3, h4 { break-after: avoid; }
              article { border: none; border-top: 1px solid var(--line); border-radius: 0; padding: .8rem 0; } .wide { overflow: visible; max-height: none; }
            }
            """;

    private ReportStyle() {}
}
