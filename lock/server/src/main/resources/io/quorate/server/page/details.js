// One lock: who holds it, who waits, what the voters promised; release, force and the live view.

import { get, picture, post } from "/dashboard/api.js";
import { ago, byId, element, printable, say, seconds, toast } from "/dashboard/elements.js";

const REFRESH_MILLIS = 1000;
const DIGITS_TO_TYPE = 4;

const drawer = byId("details");
let name = null;
let mayAdmin = false;
let isLive = false;
let pictureAddress = null;
let onChange = () => {};
let parts = null;

/** A question is under way: a slow cluster is not asked twice at once. */
let isBusy = false;

export function setRights(isAdmin) {
  mayAdmin = isAdmin;
}

export function setUpDetails(changed) {
  onChange = changed;
  drawer.addEventListener("close", () => {
    name = null;
    stopLive();
    byId("locks").focus();
  });
  drawer.addEventListener("click", (event) => event.target === drawer && drawer.close());
  setInterval(() => name !== null && !document.hidden && !isBusy && refresh(), REFRESH_MILLIS);
}

export function openDetails(lock) {
  name = lock;
  isLive = false;
  build();
  if (!drawer.open) {
    drawer.showModal();
  }
  refresh();
}

function build() {
  parts = {
    state: element("p", { className: "note" }, "Loading …"),
    holders: element("div"),
    actions: element("div", { className: "actions" }),
    waitersTitle: element("h3", {}, "Queue"),
    waiters: element("ol", { className: "waiters" }),
    votes: element("ul", { className: "votes" }),
    live: element("div"),
  };
  drawer.replaceChildren(
    element("div", { className: "top" },
      element("h2", { id: "details-title" }, printable(name)),
      element("button", { type: "button", id: "details-close", "aria-label": "Close", onclick: () => drawer.close() }, "✕")),
    parts.state, parts.actions,
    element("h3", {}, "Holder"), parts.holders,
    parts.waitersTitle, parts.waiters,
    element("h3", {}, "Votes"), parts.votes,
    parts.live);
}

async function refresh() {
  const asked = name;
  isBusy = true;
  try {
    const lock = await describe(asked);
    if (asked === name) {
      show(lock);
    }
  } catch (failure) {
    if (asked === name) {
      say(parts.state, failure.message);
    }
  }
  if (isLive && asked === name) {
    await drawLive(asked);
  }
  isBusy = false;
}

/** A path may have no control character, and no part "." or "..": a list tells of such a lock in its first row. */
async function describe(lock) {
  if (!/[\u0000-\u001f\u007f-\u009f]/.test(lock) && lock.split("/").every((part) => part !== "." && part !== "..")) {
    return get("/v1/locks/" + encodeURIComponent(lock));
  }
  const found = (await get("/v1/locks?limit=1&prefix=" + encodeURIComponent(lock))).locks.find((each) => each.lock === lock);
  return found || { lock, free: true, holders: [], waiters: [], votes: [], keptBy: [], unanswered: [] };
}

function fact(title, value) {
  return element("tr", {}, element("th", { scope: "row" }, title), element("td", {}, value));
}

function holderCard(party) {
  return element("div", { className: "party" }, element("table", { className: "facts" }, element("tbody", {},
    fact("Label", printable(party.label)),
    fact("Node", printable(party.node) + (party.guest ? " (guest)" : "")),
    fact("Process", printable(party.host) + ", pid " + party.pid),
    fact("Mode", party.mode),
    fact("Held for", ago(party.since)),
    party.fence === null ? null : fact("Fence", element("span", { className: "fence" }, party.fence)),
    party.validForMillis === null ? null : fact("Valid for", seconds(party.validForMillis) + (party.spareVotes ? ", with spare votes" : "")))));
}

function show(lock) {
  say(parts.state, lock.holders.length > 0 ? (lock.holders.length === 1 ? "Held" : "Shared by " + lock.holders.length) + (lock.unanswered.length > 0 ? ". No answer from " + lock.unanswered.map(printable).join(", ") : "")
    : lock.keptBy.length > 0 ? "Free. " + lock.keptBy.map(printable).join(", ") + " keeps it at hand, and gives it up when asked."
    : lock.free ? "Free" : "Promised to a node that does not answer, or being decided.");
  parts.holders.replaceChildren(...(lock.holders.length > 0 ? lock.holders.map(holderCard) : [element("p", { className: "note" }, "Nobody.")]));
  const waiters = [...lock.waiters].sort((one, other) => Date.parse(one.since) - Date.parse(other.since));
  say(parts.waitersTitle, waiters.length > 0 ? "Queue (" + waiters.length + ")" : "Queue");
  parts.waiters.replaceChildren(...(waiters.length > 0
    ? waiters.map((each) => element("li", {}, printable(each.label) + " on " + printable(each.node) + (each.mode === "shared" ? ", shared" : "") + ", for " + ago(each.since)))
    : [element("p", { className: "note" }, "Nobody waits.")]));
  parts.votes.replaceChildren(...lock.votes.map((each) =>
    element("li", { className: each.granted ? "granted" : "" }, printable(each.voter) + (each.granted ? " granted " : " queues ") + printable(each.requester))));
  if (lock.votes.length === 0) {
    parts.votes.replaceChildren(element("li", {}, "none"));
  }
  showActions(lock);
}

function showActions(lock) {
  const key = JSON.stringify([lock.holders.map((each) => each.fence), mayAdmin, isLive]);
  if (parts.actions.dataset.key === key) {
    return; // a button that has the focus keeps it
  }
  const focused = parts.actions.contains(document.activeElement) ? document.activeElement.id : null;
  parts.actions.dataset.key = key;
  const buttons = [];
  if (lock.holders.length > 0 && mayAdmin) {
    buttons.push(element("button", { type: "button", id: "ask", onclick: () => ask(lock) }, "Ask for release"));
    for (const holder of lock.holders.filter((each) => each.fence !== null)) {
      buttons.push(element("button", { type: "button", className: "danger-outline", id: "force-" + holder.fence, onclick: () => force(lock, holder) },
        lock.holders.length > 1 ? "Force release of " + printable(holder.label) + " …" : "Force release …"));
    }
  }
  buttons.push(element("button", { type: "button", id: "live", "aria-pressed": String(isLive), onclick: toggleLive }, isLive ? "End live view" : "Live view"));
  parts.actions.replaceChildren(...buttons);
  if (focused) {
    (byId(focused) || parts.actions.firstChild).focus();
  }
}

/** Asks the operator; gives whether the main button was pressed. */
function confirmed(title, lines, action, isDangerous, digits) {
  const box = byId("confirm");
  return new Promise((resolve) => {
    const button = element("button", { type: "submit", id: "confirm-yes", className: isDangerous ? "danger" : "main", disabled: Boolean(digits) }, action);
    const typed = digits ? element("input", { type: "text", id: "confirm-text", inputMode: "numeric", autocomplete: "off", maxLength: digits.length,
      oninput: () => { button.disabled = typed.value !== digits; } }) : null;
    const end = (isSure) => { // not when the box has closed: that is told later, when another may be open
      box.close();
      resolve(isSure);
    };
    box.replaceChildren(element("form", { onsubmit: (event) => {
      event.preventDefault();
      if (!button.disabled) {
        end(true);
      }
    } },
      element("h2", { id: "confirm-title" }, title),
      ...lines.map((line) => element("p", {}, line)),
      digits ? element("label", {}, "Type the last " + digits.length + " digits of the fence, " + digits, typed) : null,
      element("div", { className: "buttons" }, element("button", { type: "button", id: "confirm-no", onclick: () => end(false) }, "Cancel"), button)));
    box.oncancel = () => resolve(false);
    box.showModal();
    (typed || byId("confirm-no")).focus();
  });
}

const actedAt = (release) => Object.values(release.actedAt).reduce((sum, each) => sum + each, 0);

async function ask(lock) {
  const who = lock.holders.map((each) => printable(each.label) + " on " + printable(each.node)).join(", ");
  if (!await confirmed("Ask for " + printable(lock.lock) + "?", ["Tells " + who + " that you want the lock. The holder keeps it until it gives it back.",
    "The request is written to the audit log with your name."], "Ask for release", false, "")) {
    return;
  }
  await act({ lock: lock.lock }, (release) => actedAt(release) > 0
    ? ["The holder was asked for " + printable(lock.lock) + "."]
    : ["No holder listens for requests, or nobody holds " + printable(lock.lock) + " any more. Nothing was released.", true]);
}

async function force(lock, holder) {
  const lines = [
    "Takes the lock from " + printable(holder.label) + " on " + printable(holder.node) + ", which has held it for " + ago(holder.since) + ".",
    "The holder may still be working. Only a store that checks the fencing token refuses its late writes.",
    "Fence " + holder.fence + ". A later holder is left alone. This is written to the audit log with your name."];
  if (!await confirmed("Force the release of " + printable(lock.lock) + "?", lines, "Force release", true, holder.fence.slice(-DIGITS_TO_TYPE))) {
    return;
  }
  await act({ lock: lock.lock, force: true, fence: holder.fence }, (release) => actedAt(release) > 0
    ? [printable(lock.lock) + " was taken from " + printable(holder.label) + "."]
    : ["Nobody holds " + printable(lock.lock) + " with fence " + holder.fence + " any more. Nothing was released.", true]);
}

async function act(request, words) {
  try {
    toast(...words(await post("/v1/releases", request)));
  } catch (failure) {
    toast(failure.message, true);
  }
  onChange();
  refresh();
}

async function toggleLive() {
  if (isLive) {
    stopLive();
    parts.live.replaceChildren();
    refresh();
    return;
  }
  try {
    const started = await post("/v1/recordings", { lock: name });
    isLive = true;
    parts.live.replaceChildren(
      element("h3", {}, "Live view"),
      element("p", { className: "note" }, "The last " + started.windowMillis / 1000 + " s, sampled every " + started.everyMillis
        + " ms. An arrow is a vote that changed between two samples; what is shorter than that does not show."),
      element("div", { className: "live", tabIndex: 0 }, element("img", { id: "live-picture", alt: "Space-time diagram of " + printable(name) })));
    refresh();
  } catch (failure) {
    toast(failure.message, true);
  }
}

async function drawLive(lock) {
  try {
    const blob = await picture("/v1/recordings?lock=" + encodeURIComponent(lock));
    if (!isLive || lock !== name) {
      return;
    }
    const next = URL.createObjectURL(blob);
    byId("live-picture").src = next;
    if (pictureAddress) {
      URL.revokeObjectURL(pictureAddress);
    }
    pictureAddress = next;
  } catch (failure) {
    if (failure.status === 404 && isLive && lock === name) {
      await post("/v1/recordings", { lock }).catch((again) => toast(again.message, true)); // this tab was asleep
    }
  }
}

function stopLive() {
  isLive = false;
  if (pictureAddress) {
    URL.revokeObjectURL(pictureAddress);
    pictureAddress = null;
  }
}
