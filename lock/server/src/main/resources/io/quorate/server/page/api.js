// Requests to this server. The token stays in this tab: it is sent in a header, and is never part of an address.

import { byId } from "/dashboard/elements.js";

const KEY = "quorate-token";
const TIMEOUT_MILLIS = 15000;

/** The server sends something every 15 s at least; a stream that says nothing for so long is dead. */
const SILENCE_MILLIS = 45000;
const BUSY_TRIES = 4;
const BUSY_MILLIS = 400;

let token = sessionStorage.getItem(KEY);
let asking = null;

/** What a server refused, with the words of its problem document. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || "The server answered " + status + ".");
    this.status = status;
    this.type = problem.type || "";
  }
}

export const hasToken = () => token !== null;

export function forgetToken() {
  token = null;
  sessionStorage.removeItem(KEY);
}

/** Opens the dialog once, however many requests wait for it. */
function askForToken(why) {
  if (asking === null) {
    asking = new Promise((resolve) => {
      byId("token-why").textContent = why;
      byId("token-text").value = "";
      const dialog = byId("token");
      dialog.showModal();
      dialog.oncancel = (event) => event.preventDefault();
      byId("token-form").onsubmit = (event) => {
        event.preventDefault();
        token = byId("token-text").value.trim();
        sessionStorage.setItem(KEY, token);
        byId("token-text").value = "";
        asking = null;
        dialog.close();
        resolve();
      };
    });
  }
  return asking;
}

/** Asks for a token as often as the server wants one. Each try has the time of its own, if there is a limit. */
async function send(path, options, timeoutMillis = 0) {
  while (asking !== null) {
    await asking;
  }
  const sent = token;
  const headers = { ...options.headers };
  if (sent !== null) {
    headers.Authorization = "Bearer " + sent;
  }
  const signal = timeoutMillis > 0 ? AbortSignal.timeout(timeoutMillis) : options.signal;
  const answer = await fetch(path, { ...options, headers, signal, cache: "no-store", credentials: "same-origin", redirect: "error" });
  if (answer.status !== 401) {
    return answer;
  }
  const problem = await problemOf(answer);
  if (sent === token) { // nobody has entered another meanwhile
    await askForToken(sent === null ? "An operator of this cluster can give you one." : problem.detail || "The token is not known.");
  }
  return send(path, options, timeoutMillis);
}

async function problemOf(answer) {
  try {
    return await answer.json();
  } catch (noJson) {
    return { title: "The server answered " + answer.status + "." };
  }
}

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

/** A server that asks all nodes too many questions at once says so; it is asked again a little later. */
async function answered(path, options) {
  for (let tries = 1; ; tries++) {
    const answer = await send(path, options, TIMEOUT_MILLIS);
    if (answer.ok) {
      return answer;
    }
    const refused = new Refused(answer.status, await problemOf(answer));
    if (tries === BUSY_TRIES || refused.type !== "urn:quorate:busy") {
      throw refused;
    }
    await pause(BUSY_MILLIS * tries * (0.5 + Math.random()));
  }
}

export const get = async (path) => (await answered(path, {})).json();

export const picture = async (path) => (await answered(path, {})).blob();

export const post = async (path, body) =>
  (await answered(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();

/** Reads server-sent events for ever. The browser's EventSource can send no header, and so no token. */
export async function listen(onEvent, onLink) {
  let last = "";
  let wait = 500;
  for (;;) {
    const silence = new AbortController();
    let timer = 0;
    try {
      const answer = await send("/v1/events", { headers: last ? { "Last-Event-ID": last } : {}, signal: silence.signal });
      if (!answer.ok) {
        throw new Refused(answer.status, await problemOf(answer));
      }
      onLink(true);
      wait = 500;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MILLIS);
        const { value, done } = await reader.read();
        if (done) {
          break;
        }
        const parts = (rest + value).split("\n\n");
        rest = parts.pop();
        for (const part of parts) {
          last = deliver(part, onEvent) || last;
        }
      }
    } catch (broken) {
      onLink(false, broken);
    }
    clearTimeout(timer);
    onLink(false);
    await pause(wait);
    wait = Math.min(10000, wait * 2);
  }
}

/** Gives the id of the event. */
function deliver(part, onEvent) {
  const fields = {};
  for (const line of part.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) {
      fields[line.slice(0, colon)] = line.slice(colon + 2);
    }
  }
  if (fields.event && fields.data) {
    onEvent(fields.event, JSON.parse(fields.data));
  }
  return fields.id;
}
