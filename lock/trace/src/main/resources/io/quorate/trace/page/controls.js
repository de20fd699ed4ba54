// Where we are and what is picked; the keys, the buttons, the address of the page.

let current = -1; // the moment that is shown; -1: nothing has happened yet
let picked = null; // {sort: "node" | "stamp" | "kind" | "message" | "text", value}
let playing = null;

const isOf = (span) => span.what !== undefined;

/** For each sort of thing that can be picked: which messages and spans belong to it. */
const belongs = {
  node: (value) => (thing) => (isOf(thing) ? thing.node === value : thing.from === value || thing.to === value),
  stamp: (value) => (thing) => thing.stamps.includes(value),
  kind: (value) => (thing) => thing.kind === value,
  message: (value) => (thing) => thing === value,
  text: (value) => (thing) => (isOf(thing) ? thing.label : thing.text).toLowerCase().includes(value.toLowerCase()),
};

function momentsOf(things) {
  const all = things.flatMap((thing) => (isOf(thing) ? [thing.from, thing.to] : [thing.sent, thing.got]));
  return [...new Set(all.filter((moment) => Number.isFinite(moment)))].sort((one, other) => one - other);
}

function describePicked() {
  if (picked === null) return null;
  if (picked.sort === "message") {
    const message = picked.value;
    const sent = `sent by ${nodeNames[message.from]} at ${moments[message.sent].at}`;
    const got = message.got === Infinity ? "never received" : `received by ${nodeNames[message.to]} at ${moments[message.got].at}`;
    const places = [["to the sending", message.sent]];
    if (message.got !== Infinity) places.push(["to the arrival", message.got]);
    return { title: message.text, lines: [sent, got], places };
  }
  const name = picked.sort === "node" ? nodeNames[picked.value] : picked.value;
  const titles = { node: "Node " + name, stamp: "Request " + name, kind: name + " messages", text: `“${name}”` };
  const things = [...messages, ...spans].filter(belongs[picked.sort](picked.value));
  const stops = momentsOf(things);
  const count = things.filter((thing) => !isOf(thing)).length;
  const lines = [`${count} ${count === 1 ? "message" : "messages"}`];
  for (const span of picked.sort === "stamp" ? things.filter(isOf) : []) {
    const until = span.to === Infinity ? "the end" : moments[span.to].at;
    const verb = span.what === "WAITING" ? "waits" : "holds";
    lines.push(`${nodeNames[span.node]} ${verb} from ${moments[span.from].at} to ${until}`);
  }
  const before = stops.filter((moment) => moment < current).pop();
  const after = stops.find((moment) => moment > current);
  const places = [];
  if (before !== undefined) places.push(["◀ before this", before]);
  if (after !== undefined) places.push(["next of it ▶", after]);
  return { title: titles[picked.sort], lines, places };
}

function remember() {
  const parts = ["step=" + (current + 1)];
  if (picked !== null && picked.sort !== "message") {
    parts.push(picked.sort + "=" + encodeURIComponent(picked.sort === "node" ? nodeNames[picked.value] : picked.value));
  }
  history.replaceState(null, "", "#" + parts.join("&"));
}

function show() {
  showTime(current);
  showMoment(current);
  showNodes(current, picked !== null && picked.sort === "node" ? picked.value : null);
  showPicked(describePicked(), goTo);
  byId("slider").value = current + 1;
  remember();
}

function goTo(moment) {
  current = Math.min(moments.length - 1, Math.max(-1, moment));
  show();
  bringIntoSight(current);
}

function pick(sort, value) {
  const same = picked !== null && picked.sort === sort && picked.value === value;
  picked = sort === null || same ? null : { sort, value };
  showOnly(picked === null ? null : belongs[picked.sort](picked.value));
  const pressed = (button, isOn) => button.setAttribute("aria-pressed", isOn);
  heads.forEach((head, node) => pressed(head, picked !== null && picked.sort === "node" && picked.value === node));
  document.querySelectorAll("#legend button").forEach((button) =>
    pressed(button, picked !== null && picked.sort === "kind" && picked.value === button.dataset.kind));
  show();
}

/** A stamp picks its request, the name of a node the node, of a kind the kind; anything else what is said. */
function find(text) {
  const wanted = text.trim();
  byId("found").textContent = "";
  if (wanted === "") return pick(null);
  picked = null;
  const node = nodeNames.indexOf(wanted);
  const isStamp = messages.some((message) => message.stamps.includes(wanted));
  const isKind = messages.some((message) => message.kind === wanted);
  if (node >= 0) pick("node", node);
  else pick(isStamp ? "stamp" : isKind ? "kind" : "text", wanted);
  const count = messages.filter(belongs[picked.sort](picked.value)).length;
  byId("found").textContent = count === 0 ? "nothing" : count + (count === 1 ? " message" : " messages");
}

function play() {
  if (playing !== null) {
    clearInterval(playing);
    playing = null;
  } else {
    if (current === moments.length - 1) goTo(-1);
    playing = setInterval(() => (current === moments.length - 1 ? play() : goTo(current + 1)), 700);
  }
  byId("play").textContent = playing === null ? "▶▶" : "❚❚";
}

const keys = {
  ArrowRight: () => goTo(current + 1), ArrowDown: () => goTo(current + 1),
  ArrowLeft: () => goTo(current - 1), ArrowUp: () => goTo(current - 1),
  PageDown: () => goTo(current + 10), PageUp: () => goTo(current - 10),
  Home: () => goTo(-1), End: () => goTo(moments.length - 1),
  " ": play, "/": () => byId("search").focus(), "+": () => setZoom(zoom * 1.2), "-": () => setZoom(zoom / 1.2),
  Escape: letGo,
};

function letGo() {
  byId("search").value = "";
  byId("found").textContent = "";
  pick(null);
}

document.addEventListener("keydown", (event) => {
  const typing = event.target === byId("search");
  const pressing = event.target.tagName === "BUTTON" && event.key === " ";
  if (event.ctrlKey || event.metaKey || event.altKey || pressing || (typing && event.key !== "Escape")) return;
  const action = keys[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});

const clicks = {
  first: () => goTo(-1), back: () => goTo(current - 1), play, forward: () => goTo(current + 1),
  last: () => goTo(moments.length - 1), smaller: () => setZoom(zoom / 1.2), larger: () => setZoom(zoom * 1.2), fit,
  "let-go": letGo,
};
Object.keys(clicks).forEach((id) => byId(id).addEventListener("click", clicks[id]));
byId("slider").max = moments.length;
byId("slider").addEventListener("input", (event) => goTo(Number(event.target.value) - 1));
byId("search").addEventListener("input", (event) => find(event.target.value));
heads.forEach((head, node) => head.addEventListener("click", () => pick("node", node)));
document.querySelectorAll("#legend button").forEach((button) =>
  button.addEventListener("click", () => pick("kind", button.dataset.kind)));
byId("nodes").addEventListener("click", (event) => {
  const card = event.target.closest(".node");
  if (card) pick("node", Number(card.dataset.card));
});

/** The first click on an arrow picks its request, the second the message itself; a bar picks its request or its node. */
diagram.addEventListener("click", (event) => {
  const part = event.target.closest("[data-m], [data-span]");
  if (!part) return pick(null);
  const thing = part.model;
  if (isOf(thing)) return thing.stamps.length ? pick("stamp", thing.stamps[0]) : pick("node", thing.node);
  const isPicked = picked !== null && picked.sort === "stamp" && thing.stamps.includes(picked.value);
  if (thing.stamps.length && !isPicked) pick("stamp", thing.stamps[0]);
  else pick("message", thing);
});

/** The address tells where to begin, as in page.html#step=7&node=n2 or #request=1.n2; without it, at the first step. */
function begin() {
  fit();
  current = Math.min(0, moments.length - 1);
  for (const part of location.hash.slice(1).split("&")) {
    const [name, raw] = part.split("=");
    const value = decodeURIComponent(raw || "");
    if (name === "step" && /^\d+$/.test(value)) current = Math.min(moments.length, Number(value)) - 1;
    else if (value && ["node", "stamp", "kind", "text", "request"].includes(name)) {
      byId("search").value = value;
      find(value);
    }
  }
  show();
  bringIntoSight(current);
}

begin();
document.body.dataset.ready = "yes";
