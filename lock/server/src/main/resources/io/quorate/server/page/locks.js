// All locks of the cluster in a list that draws only what is seen.

import { get } from "/dashboard/api.js";
import { byId, count, element, printable, say, seconds } from "/dashboard/elements.js";

const PAGE = 1000;
const LOCKS_MAX = 100000;
const ROWS_AROUND = 4;
const REFRESH_MILLIS = 2000;
const SWEEP_MILLIS = 30000;

/** What was read longer ago says nothing about a deadline: the holder has renewed it meanwhile, or not. */
const OLD_MILLIS = 3000;
const SCROLLED_MILLIS = 120;

const box = byId("locks");
const sheet = element("div", { className: "sheet", role: "presentation" });
const empty = element("p", { className: "empty" }, "Loading …");
const pool = [];

let prefix = "";
let filter = "all";
let all = [];
let shown = [];
let chosen = null;
let isComplete = false;
let isBusy = false;
let sweptAt = 0;
let generation = 0;
let longest = 1000;
let problem = "";
let onOpen = () => {};

/** The order of names in the cluster: that of their bytes, which is that of their code points. */
export function before(one, other) {
  const left = [...one];
  const right = [...other];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    if (left[index] !== right[index]) {
      return left[index].codePointAt(0) < right[index].codePointAt(0);
    }
  }
  return left.length < right.length;
}

/** What a row needs of a description. */
function rowOf(lock, at) {
  const holder = lock.holders[0];
  if (holder && holder.validForMillis !== null) {
    longest = Math.max(longest, holder.validForMillis);
  }
  return {
    name: lock.lock,
    text: printable(lock.lock),
    node: holder ? printable(holder.node) : "",
    label: holder ? printable(holder.label) : "",
    holders: lock.holders.length,
    isShared: Boolean(holder) && holder.mode === "shared",
    fence: holder && holder.fence ? holder.fence : "",
    validFor: holder ? holder.validForMillis : null,
    waiters: lock.waiters.length,
    isFree: lock.free,
    kept: lock.keptBy.map(printable).join(", "),
    promised: holder ? "" : [...new Set(lock.votes.filter((each) => each.granted).map((each) => printable(each.requester)))].join(", "),
    at,
  };
}

const rowHeight = () => (innerWidth <= 720 ? 64 : 44);

const isWanted = (row) => filter === "all" || (filter === "held" ? row.holders > 0 : row.waiters > 0);

function address(after, limit) {
  return "/v1/locks?limit=" + limit + (prefix ? "&prefix=" + encodeURIComponent(prefix) : "") + (after ? "&after=" + encodeURIComponent(after) : "");
}

/** Reads the whole list, page by page; shows the first page at once if there is nothing yet. */
async function sweep() {
  const mine = ++generation;
  const found = [];
  let after = "";
  let isCut = true;
  while (isCut && found.length < LOCKS_MAX) {
    const page = await get(address(after, PAGE));
    if (mine !== generation) {
      return;
    }
    const at = performance.now();
    for (const lock of page.locks) {
      found.push(rowOf(lock, at));
    }
    isCut = page.cut && page.locks.length > 0;
    after = page.locks.length > 0 ? page.locks[page.locks.length - 1].lock : "";
    if (isCut && found.length > all.length) {
      isComplete = false;
      show(found.slice());
    }
  }
  isComplete = !isCut;
  sweptAt = performance.now();
  show(found);
}

/** Reads again only what is seen. */
async function refreshSeen() {
  const mine = generation;
  const height = rowHeight();
  const first = Math.max(0, Math.floor(box.scrollTop / height) - ROWS_AROUND);
  const last = Math.min(shown.length - 1, Math.ceil((box.scrollTop + box.clientHeight) / height) + ROWS_AROUND);
  if (last < first) {
    return;
  }
  const start = all.indexOf(shown[first]);
  const end = all.indexOf(shown[last]);
  const limit = Math.min(PAGE, end - start + 1);
  const page = await get(address(start > 0 ? all[start - 1].name : "", limit));
  if (mine !== generation || (page.cut && page.locks.length === 0)) {
    return;
  }
  const at = performance.now();
  const rows = page.locks.map((lock) => rowOf(lock, at));
  let until = page.cut ? start : all.length; // a page that is not cut says that there is nothing behind it
  while (until < all.length && !before(rows[rows.length - 1].name, all[until].name)) {
    until++;
  }
  show([...all.slice(0, start), ...rows, ...all.slice(until)]);
}

/** Reads what is due; one question at a time. */
async function refresh() {
  if (isBusy || document.hidden) {
    return;
  }
  isBusy = true;
  try {
    const isDue = performance.now() - sweptAt > SWEEP_MILLIS;
    await (all.length < PAGE || isDue || !isComplete ? sweep() : refreshSeen());
    problem = "";
  } catch (failure) {
    problem = failure.message;
    showCount();
  } finally {
    isBusy = false;
  }
}

function show(rows) {
  all = rows;
  shown = filter === "all" ? all : all.filter(isWanted);
  empty.hidden = shown.length > 0;
  say(empty, prefix ? "No lock in use begins with “" + printable(prefix) + "”."
    : filter === "all" ? "No lock is in use." : filter === "held" ? "Nobody holds a lock." : "Nobody waits for a lock.");
  const height = shown.length * rowHeight() + "px";
  if (sheet.style.height !== height) {
    sheet.style.height = height;
  }
  showCount();
  draw();
}

function showCount() {
  const waiting = all.reduce((sum, row) => sum + (row.waiters > 0 ? 1 : 0), 0);
  say(byId("lock-count"), problem ? problem
    : count(shown.length, "lock", "locks") + (isComplete ? "" : " so far") + (waiting > 0 ? " · " + waiting.toLocaleString("en") + " contended" : ""));
}

function newRow() {
  const row = element("div", { className: "lock", role: "option" },
    element("span", { className: "name" }),
    element("span", { className: "holder" }, element("span", {}), element("span", { className: "on" })),
    element("span", { className: "fence" }),
    element("span", { className: "valid" }, element("span", { className: "meter" }, element("i")), element("span", {})),
    element("span", { className: "queue" }));
  sheet.append(row);
  return row;
}

/** Puts the rows that are seen in their places; elements are used again. */
function draw() {
  const height = rowHeight();
  const top = box.scrollTop;
  const first = Math.max(0, Math.floor(top / height) - ROWS_AROUND);
  const last = Math.min(shown.length, Math.ceil((top + box.clientHeight) / height) + ROWS_AROUND);
  const needed = Math.max(0, last - first);
  while (pool.length < needed) {
    pool.push(newRow());
  }
  const places = new Map();
  const free = [];
  for (const each of pool) {
    if (each.place >= first && each.place < last) {
      places.set(each.place, each);
    } else {
      free.push(each);
    }
  }
  for (let place = first; place < last; place++) {
    let row = places.get(place);
    if (!row) {
      row = free.pop();
      row.place = place;
      row.hidden = false;
      row.id = "lock-" + place;
      row.style.transform = "translateY(" + place * height + "px)";
    }
    fillRow(row, shown[place], place);
  }
  for (const each of free) {
    each.place = -1;
    each.hidden = true;
  }
  const place = placeOfChosen();
  if (place >= first && place < last) {
    box.setAttribute("aria-activedescendant", "lock-" + place);
  } else {
    box.removeAttribute("aria-activedescendant");
  }
  tick();
}

function fillRow(row, lock, place) {
  const isChosen = lock.name === chosen;
  if (row.lock === lock && row.isChosen === isChosen && row.total === shown.length) {
    return;
  }
  row.lock = lock;
  row.isChosen = isChosen;
  row.total = shown.length;
  const [name, holder, fence, , queue] = row.children;
  say(name, lock.text);
  name.title = lock.text;
  if (lock.holders > 0) {
    say(holder.children[0], lock.label + (lock.holders > 1 ? " and " + (lock.holders - 1) + " more" : ""));
    say(holder.children[1], " on " + lock.node + (lock.isShared ? ", shared" : ""));
  } else {
    say(holder.children[0], "");
    say(holder.children[1], lock.kept ? "free, kept at hand by " + lock.kept : lock.isFree ? "free" : lock.promised ? "promised to " + lock.promised : "being decided");
  }
  say(fence, lock.fence);
  say(queue, lock.waiters > 0 ? lock.waiters + (lock.waiters >= 10 ? "+" : "") + " waiting" : "");
  queue.className = lock.waiters > 0 ? "queue some" : "queue";
  row.setAttribute("aria-selected", String(isChosen));
  row.setAttribute("aria-posinset", String(place + 1));
  row.setAttribute("aria-setsize", String(shown.length));
}

/** Deadlines shrink between two answers; a holder that is well renews them. */
function tick() {
  const now = performance.now();
  for (const row of pool) {
    if (row.place < 0 || row.hidden) {
      continue;
    }
    const lock = row.lock;
    const [meter, text] = row.children[3].children;
    const has = lock.validFor !== null && lock.validFor !== undefined;
    meter.hidden = !has;
    if (!has) {
      say(text, "");
      continue;
    }
    const isOld = now - lock.at > OLD_MILLIS;
    meter.classList.toggle("old", isOld);
    if (isOld) {
      say(text, "…");
      continue;
    }
    const left = Math.max(0, lock.validFor - (now - lock.at));
    meter.firstChild.style.transform = "scaleX(" + Math.min(1, left / longest).toFixed(3) + ")";
    meter.classList.toggle("low", left < longest / 3);
    say(text, seconds(left));
  }
}

let chosenPlace = -1;

/** Looked for only if the list has changed. */
function placeOfChosen() {
  if (chosen === null) {
    return -1;
  }
  if (shown[chosenPlace]?.name !== chosen) {
    chosenPlace = shown.findIndex((each) => each.name === chosen);
  }
  return chosenPlace;
}

function choose(place) {
  if (shown.length === 0) {
    return;
  }
  const to = Math.max(0, Math.min(shown.length - 1, place));
  chosen = shown[to].name;
  const height = rowHeight();
  if (to * height < box.scrollTop) {
    box.scrollTop = to * height;
  } else if ((to + 1) * height > box.scrollTop + box.clientHeight) {
    box.scrollTop = (to + 1) * height - box.clientHeight;
  }
  draw();
}

function key(event) {
  const here = placeOfChosen();
  const page = Math.max(1, Math.floor(box.clientHeight / rowHeight()) - 1);
  const moves = { ArrowDown: here + 1, ArrowUp: here < 0 ? 0 : here - 1, PageDown: Math.max(0, here) + page, PageUp: here - page, Home: 0, End: shown.length - 1 };
  if (event.key in moves) {
    event.preventDefault();
    choose(moves[event.key]);
  } else if ((event.key === "Enter" || event.key === " ") && here >= 0) {
    event.preventDefault();
    onOpen(chosen);
  }
}

function setUp() {
  box.append(sheet, empty);
  let isDrawing = false;
  let scrolled = 0;
  box.addEventListener("scroll", () => {
    clearTimeout(scrolled);
    scrolled = setTimeout(refresh, SCROLLED_MILLIS);
    if (!isDrawing) {
      isDrawing = true;
      requestAnimationFrame(() => {
        isDrawing = false;
        draw();
      });
    }
  }, { passive: true });
  box.addEventListener("keydown", key);
  box.addEventListener("focus", () => chosen === null && shown.length > 0 && choose(Math.ceil(box.scrollTop / rowHeight())));
  box.addEventListener("click", (event) => {
    const row = event.target.closest(".lock");
    if (row) {
      choose(row.place);
      onOpen(chosen);
    }
  });
  new ResizeObserver(draw).observe(box); // a card beside it may become higher
  addEventListener("resize", () => {
    pool.forEach((each) => { each.place = -1; });
    show(all);
  });
  let typed = 0;
  byId("search").addEventListener("input", (event) => {
    clearTimeout(typed);
    typed = setTimeout(() => search(event.target.value), 180);
  });
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      box.focus();
    }
  });
  byId("filters").addEventListener("change", (event) => {
    filter = event.target.value;
    box.scrollTop = 0;
    show(all);
  });
}

/** What is found already is shown at once; the cluster is asked for the rest. */
async function search(text) {
  prefix = text;
  generation++;
  chosen = null;
  box.scrollTop = 0;
  isComplete = false;
  show(all.filter((row) => row.name.startsWith(text)));
  try {
    await sweep();
    problem = "";
  } catch (failure) {
    problem = failure.message;
  }
  showCount();
}

export const refreshLocks = refresh;

export function startLocks(open) {
  onOpen = open;
  setUp();
  refresh();
  setInterval(refresh, REFRESH_MILLIS);
  setInterval(() => !document.hidden && tick(), 250);
}
