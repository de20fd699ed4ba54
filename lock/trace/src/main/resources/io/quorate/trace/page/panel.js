// The side of the page: what happens now, what is picked, and the states of the nodes.

function element(tag, style, text) {
  const made = document.createElement(tag);
  if (style) made.className = style;
  if (text !== undefined) made.textContent = text;
  return made;
}

function showMoment(moment) {
  const here = moments[moment];
  const many = moments.length;
  const time = here === undefined ? "" : unit === "step" ? "step " + here.at : here.at;
  byId("moment").textContent = here === undefined ? "Nothing has happened yet" : time;
  const isNumber = unit === "step" && (here === undefined || here.at === String(moment + 1));
  byId("where").textContent = `${moment + 1} of ${many}${isNumber ? "" : " · " + time}`;
  byId("happens").replaceChildren(...(here ? here.lines : []).map((line) => element("li", "", line)));
  const flying = messages.filter((message) => message.sent <= moment && moment < message.got && message.got !== Infinity);
  const lost = messages.filter((message) => message.sent <= moment && message.got === Infinity).length;
  const list = flying.slice(0, 6).map((message) => `${nodeNames[message.from]}→${nodeNames[message.to]} ${message.text}`);
  byId("flying").textContent =
    `${flying.length} under way${list.length ? ": " + list.join(", ") : ""}${flying.length > 6 ? " …" : ""}` +
    (lost ? ` · ${lost} that never arrive` : "");
}

function showNodes(moment, picked) {
  const cards = nodeNames.map((name, node) => {
    const card = element("div", "node" + (picked === node ? " on" : ""));
    card.dataset.card = node;
    const activity = activityOf(node, moment);
    card.append(element("b", "", name), element("span", "badge " + activity.style, activity.word));
    heads[node].className = activity.style;
    const { now, before } = stateAt(node, moment);
    if (now) {
      const isFresh = now.moment === moment;
      card.append(picked === node
        ? drawState(now.text, isFresh ? (before ? before.text : "") : undefined)
        : drawStateInALine(now.text, isFresh));
    } else if (picked === node) {
      card.append(element("div", "state", knowsStates ? "It has not had a turn yet." : "This recording tells no states."));
    }
    return card;
  });
  if (picked !== null) cards.unshift(...cards.splice(picked, 1));
  byId("nodes").replaceChildren(...cards);
}

/** Tells what is picked: {title, lines, places}; a place is a name and a moment to go to. */
function showPicked(told, goTo) {
  byId("picked").hidden = told === null;
  if (told === null) return;
  byId("picked-title").textContent = told.title;
  const lines = told.lines.map((line) => element("p", "", line));
  const places = told.places.map(([name, moment]) => {
    const button = element("button", "", name);
    button.type = "button";
    button.addEventListener("click", () => goTo(moment));
    return button;
  });
  byId("picked-text").replaceChildren(...lines, ...places);
}
