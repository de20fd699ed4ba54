// The run as the page holds it: moments, messages, spans and states, read once from what was written into the page.

const byId = (id) => document.getElementById(id);
const number = (text) => (text === undefined ? Infinity : Number(text));
const words = (text) => (text ? text.split(" ") : []);

const unit = byId("moments").dataset.unit;
const moments = [...byId("moments").children].map((item) => ({
  at: item.dataset.at,
  y: Number(item.dataset.y),
  lines: [...item.children].map((line) => line.textContent),
}));

const heads = [...byId("heads").children];
const nodeNames = heads.map((head) => head.textContent);

/** Everything that is drawn of one message belongs together: line, head, label. */
const messages = (() => {
  const found = new Map();
  for (const part of document.querySelectorAll("#diagram [data-m]")) {
    const data = part.dataset;
    if (!found.has(data.m)) {
      found.set(data.m, {
        from: Number(data.from), to: Number(data.to), sent: Number(data.sent), got: number(data.got),
        kind: data.kind, stamps: words(data.stamps), parts: [], text: "", flying: false,
      });
    }
    const message = found.get(data.m);
    message.parts.push(part);
    const title = part.querySelector("title");
    if (title) message.text = title.textContent;
    part.model = message;
  }
  return [...found.values()];
})();

const spans = [...document.querySelectorAll("#diagram [data-span]")].map((part) => {
  const data = part.dataset;
  const span = {
    node: Number(data.node), what: data.span, from: Number(data.from), to: number(data.to),
    stamps: words(data.stamps), label: data.label, parts: [part],
  };
  part.model = span;
  return span;
});

/** For each node what it said of itself, and from which moment on. */
const states = nodeNames.map(() => []);
for (const item of byId("states").children) {
  states[Number(item.dataset.node)].push({ moment: Number(item.dataset.moment), text: item.textContent });
}
const knowsStates = states.some((list) => list.length > 0);

/** The last state that a node told at or before a moment, and the one before that. */
function stateAt(node, moment) {
  const told = states[node];
  let low = 0;
  let high = told.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (told[middle].moment <= moment) low = middle + 1;
    else high = middle;
  }
  let before = low - 2;
  while (before >= 0 && told[before].moment === told[low - 1].moment) before--;
  return { now: told[low - 1], before: told[before] };
}

/** What a node is about at a moment: down goes before holding, and holding before waiting. */
function activityOf(node, moment) {
  const going = spans.filter((span) => span.node === node && span.from <= moment && moment < span.to);
  for (const [what, style, word] of [
    ["DOWN", "down", "has crashed"], ["HOLDING", "hold", "holds"],
    ["HOLDING_SHARED", "hold", "holds, shared"], ["WAITING", "wait", "waits"],
  ]) {
    const span = going.find((each) => each.what === what);
    if (span) return { style, word: [word, span.label, ...span.stamps].filter(Boolean).join(" ") };
  }
  return { style: "", word: "idle" };
}
