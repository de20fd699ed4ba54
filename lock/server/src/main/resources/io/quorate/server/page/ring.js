// The voters as a ring, and which of them may fail next.

import { byId, element, listed, printable, say, seconds, shape } from "/dashboard/elements.js";

const SIGNS = { voting: "✓", silent: "…", joining: "…", "no-answer": "?", missing: "✕", slow: "~" };
const WORDS = { voting: "voting", silent: "silent", joining: "no quorum there", "no-answer": "no answer", missing: "missing", slow: "slow" };

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
  return member.state === "voting" ? "voting" : "joining";
}

function more(member, state) {
  const parts = [];
  if (state === "silent" && member.silentForMillis > 0) {
    parts.push("grants votes in " + seconds(member.silentForMillis));
  } else if (state === "silent") {
    parts.push("grants no votes");
  }
  if (state === "slow") {
    parts.push("others vote instead");
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
  showMembers(cluster.members);
  drawRing(cluster);
  say(byId("configuration"), rosterOf(cluster));
}

function rosterOf(cluster) {
  const now = cluster.configuration;
  if (now === undefined || now === null) {
    return cluster.members.length + " in the roster";
  }
  const parts = [now.changing ? "roster " + (now.roster - 1) + " to " + now.roster : "roster " + now.roster, printable(now.quorums),
    "lease " + now.leaseMillis / 1000 + " s"];
  if (now.joining.length > 0) {
    parts.push("joining: " + now.joining.map(printable).join(", "));
  }
  if (now.leaving.length > 0) {
    parts.push("leaving: " + now.leaving.map(printable).join(", "));
  }
  return parts.join(" · ");
}

function showMembers(members) {
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
    say(extra, more(member, state));
    row.title = member.reason ? printable(member.reason) : "";
  });
}

function drawRing(cluster) {
  const members = cluster.members;
  const radius = 92;
  const size = members.length > 14 ? 10 : members.length > 8 ? 15 : 22;
  const parts = [shape("circle", { class: "track", cx: 130, cy: 130, r: radius })];
  members.forEach((member, index) => {
    const angle = (2 * Math.PI * index) / members.length - Math.PI / 2;
    const x = (130 + radius * Math.cos(angle)).toFixed(1);
    const y = (130 + radius * Math.sin(angle)).toFixed(1);
    const state = stateOf(member);
    const seat = shape("g", { class: state });
    seat.append(shape("circle", { class: "seat " + state, cx: x, cy: y, r: size }));
    if (member.needed) {
      seat.append(shape("circle", { class: "needed", cx: x, cy: y, r: size + 4 }));
    }
    const id = printable(member.id);
    if (size >= 15) {
      seat.append(shape("text", { x, y: +y + (size > 20 ? 1 : 4), "font-weight": 600 }, id.length > 6 ? id.slice(0, 5) + "…" : id));
    }
    if (size > 20) {
      seat.append(shape("text", { x, y: +y + 15, class: "sign" }, SIGNS[state]));
    }
    seat.append(shape("title", {}, id + ": " + WORDS[state]));
    parts.push(seat);
  });
  const spare = cluster.failuresTolerated;
  parts.push(shape("text", { class: "count", x: 130, y: 134 }, members.length === 0 ? "" : spare < 0 ? "!" : String(spare)));
  parts.push(shape("text", { class: "under", x: 130, y: 154 }, members.length === 0 ? "no roster" : spare < 0 ? "no quorum" : "may fail"));
  byId("ring").replaceChildren(...parts);
}
