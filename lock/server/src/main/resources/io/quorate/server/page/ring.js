// The voters as a ring, and which of them may fail next.

import { byId, element, listed, printable, say, seconds, shape } from "/dashboard/elements.js";

const SIGNS = { voting: "✓", silent: "…", joining: "…", "no-quorum": "!", ended: "✕", "no-answer": "?", missing: "✕", slow: "~" };
const WORDS = {
  voting: "voting", silent: "silent", joining: "joining", "no-quorum": "sees no quorum", ended: "ended", "no-answer": "no answer", missing: "missing", slow: "slow",
};
const STATES = { voting: "voting", joining: "joining", "no-quorum": "no-quorum" };

/** What a member is, in one word. */
export function stateOf(member) {
  if (!member.connected) {
    return "missing";
  }
  if (member.state === "silent" || (member.silent && member.state !== "voting")) {
    return "silent";
  }
  if (member.slow) {
    return "slow";
  }
  if (member.state === null) {
    return "no-answer";
  }
  return STATES[member.state] || "ended";
}

function more(member, state, roster) {
  const parts = [];
  if (roster.joining.includes(member.id)) {
    parts.push("joins with roster " + roster.roster);
  }
  if (roster.leaving.includes(member.id)) {
    parts.push("leaves with roster " + roster.roster);
  }
  if (state === "silent" && member.silentForMillis > 0) {
    parts.push("grants votes in " + seconds(member.silentForMillis));
  } else if (state === "silent") {
    parts.push("grants no votes");
  }
  if (state === "slow" && !member.needed) {
    parts.push("others are asked first");
  }
  if (member.needed) {
    parts.push("needed for the quorum");
  }
  if (member.self) {
    parts.push("this node");
  }
  return parts.join(" · ");
}

/** The sentence about what may fail, and how good that is. */
export function reserveOf(cluster) {
  const working = cluster.members.filter((each) => ["voting", "slow"].includes(stateOf(each)) || each.needed).map((each) => printable(each.id));
  const needed = cluster.members.filter((each) => each.needed).map((each) => printable(each.id));
  const spare = cluster.failuresTolerated;
  if (cluster.members.length === 0) {
    return { kind: "", text: printable(cluster.reason) };
  }
  if (spare < 0) {
    return { kind: "bad", bold: "No quorum.", text: " No lock can be taken, and holds end with their leases. " + printable(cluster.reason) };
  }
  if (spare === 0) {
    const others = working.filter((each) => !needed.includes(each));
    return {
      kind: "warn",
      bold: "No failure to spare.",
      text: " Keep " + listed(needed) + " running: losing " + (needed.length === 1 ? "it" : needed.length === 2 ? "either" : "any one of them") + " ends the quorum."
        + (others.length > 0 ? " " + listed(others, "or") + " may fail." : ""),
    };
  }
  return {
    kind: "good",
    bold: spare === 1 ? "One more may fail." : spare + " more may fail.",
    text: " The quorum survives the loss of any " + (spare === 1 ? "one" : spare) + " of " + listed(working) + ".",
  };
}

export function showVoters(cluster) {
  const reserve = reserveOf(cluster);
  const sentence = byId("reserve");
  sentence.className = "reserve " + reserve.kind;
  if (sentence.textContent !== (reserve.bold || "") + reserve.text) {
    sentence.replaceChildren(element("b", {}, reserve.bold || ""), reserve.text);
  }
  const roster = cluster.configuration || FIXED;
  showMembers(cluster.members, roster);
  drawRing(cluster, roster);
  say(byId("configuration"), rosterOf(cluster));
  const change = changeOf(roster);
  byId("change").hidden = change === "";
  say(byId("change"), change);
}

/** Where the members never change. */
const FIXED = { roster: 0, changing: false, joining: [], leaving: [], unheard: [] };

function rosterOf(cluster) {
  const now = cluster.configuration;
  if (now === undefined || now === null) {
    return cluster.members.length + " in the roster";
  }
  return (now.changing ? "roster " + (now.roster - 1) + " to " + now.roster : "roster " + now.roster) + " · " + printable(now.quorums)
    + " · lease " + now.leaseMillis / 1000 + " s";
}

/** What changes with the roster, in words; empty if nothing does. */
function changeOf(roster) {
  if (!roster.changing) {
    return "";
  }
  const all = (ids, one, many) => (ids.length === 0 ? "" : listed(ids.map(printable)) + (ids.length === 1 ? one : many));
  const who = [all(roster.joining, " joins", " join"), all(roster.leaving, " leaves", " leave")].filter((each) => each !== "").join(", ");
  return "The roster changes" + (who === "" ? "" : ": " + who) + ". For about a lease, locks need a quorum of the old and of the new roster."
    + all(roster.unheard, " has not heard of it yet.", " have not heard of it yet.").replace(/^(?=.)/, " ");
}

function showMembers(members, roster) {
  const list = byId("members");
  while (list.children.length > members.length) {
    list.lastChild.remove();
  }
  members.forEach((member, index) => {
    let row = list.children[index];
    if (!row) {
      row = element("li", {}, element("span", { "aria-hidden": "true" }), element("span", { className: "id" }),
        element("span", {}), element("span", { className: "address" }), element("span", { className: "more" }));
      list.append(row);
    }
    const state = stateOf(member);
    const [mark, id, what, address, extra] = row.children;
    mark.className = "mark " + state;
    what.className = "what " + state;
    say(mark, SIGNS[state]);
    say(id, printable(member.id));
    say(what, WORDS[state]);
    say(address, printable(member.address));
    say(extra, more(member, state, roster));
    row.title = member.reason ? printable(member.reason) : "";
  });
}

function drawRing(cluster, roster) {
  const members = cluster.members;
  const radius = 92;
  const size = members.length > 14 ? 10 : members.length > 8 ? 15 : 22;
  const parts = [shape("circle", { class: "track", cx: 130, cy: 130, r: radius })];
  members.forEach((member, index) => {
    const angle = (2 * Math.PI * index) / members.length - Math.PI / 2;
    const x = (130 + radius * Math.cos(angle)).toFixed(1);
    const y = (130 + radius * Math.sin(angle)).toFixed(1);
    const state = stateOf(member);
    const isJoining = roster.joining.includes(member.id);
    const seat = shape("g", { class: state + (roster.leaving.includes(member.id) ? " leaves" : "") });
    seat.append(shape("circle", { class: "seat " + state, cx: x, cy: y, r: size }));
    if (member.needed) {
      seat.append(shape("circle", { class: "needed", cx: x, cy: y, r: size + 4 }));
    }
    if (isJoining) {
      seat.append(shape("circle", { class: "joins", cx: x, cy: y, r: size + 8 }));
    }
    const id = printable(member.id);
    if (size >= 15) {
      seat.append(shape("text", { x, y: +y + (size > 20 ? 1 : 4), "font-weight": 600 }, id.length > 6 ? id.slice(0, 5) + "…" : id));
    }
    if (size > 20) {
      seat.append(shape("text", { x, y: +y + 15, class: "sign" }, SIGNS[state]));
    }
    seat.append(shape("title", {}, id + ": " + [WORDS[state], more(member, state, roster)].filter((each) => each !== "").join(" · ")));
    parts.push(seat);
  });
  const spare = cluster.failuresTolerated;
  parts.push(shape("text", { class: "count", x: 130, y: 134 }, members.length === 0 ? "" : spare < 0 ? "!" : String(spare)));
  parts.push(shape("text", { class: "under", x: 130, y: 154 }, members.length === 0 ? "no roster" : spare < 0 ? "no quorum" : "may fail"));
  byId("ring").replaceChildren(...parts);
}
