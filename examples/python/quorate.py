"""Locks of a Quorate cluster for Python, over HTTP. One file, standard library only, Python 3.8 or newer.

    from quorate import Session

    with Session("http://localhost:7480") as session:
        with session.lock("orders/42", timeout=5) as hold:
            write(order, fence=hold.fence)      # let the store refuse lower fences
            hold.check()                        # raises LockLost if the lock was lost

A session renews itself in the background. A hold is valid only until `hold.deadline`, by the clock of this process, and every
renewal moves it. If the server dies, restarts or cannot be reached, the deadline passes: then `hold.lost` is set and
`hold.check()` raises. Leaving the `with` block raises LockLost, too, if the lock was lost before.

The API is that of /openapi.json of the server.
"""

import json
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

__all__ = ["Session", "Hold", "QuorateError", "LockTimeout", "LockLost"]

# A request may take this much longer than the server was asked to wait.
_NETWORK_SECONDS = 5.0

# One long poll. The server answers earlier if the session would end before.
_POLL_SECONDS = 20.0

# How often a session is renewed at least. Holds shorten it: see _pause.
_RENEW_SECONDS_MAX = 5.0
_RENEW_SECONDS_MIN = 0.05


class QuorateError(Exception):
    """A request has failed. `type` and `status` are those of the problem document; None if the server was not reached."""

    def __init__(self, detail, type=None, status=None):
        super().__init__(detail)
        self.type = type
        self.status = status


class LockTimeout(QuorateError):
    """Others held the lock until the timeout ended."""


class LockLost(QuorateError):
    """The lock was lost: what was done under it since may have run beside somebody else. Check it or do it again."""


class Hold:
    """A lock that is held. `fence` rises with every hold of the lock: send it along with every write."""

    def __init__(self, session, claim, name):
        self._session = session
        self._claim = claim
        self._reason = None
        self.name = name
        self.fence = None
        #: By time.monotonic(): until then nobody else has the lock.
        self.deadline = 0.0
        #: Who has asked for the lock to be given back, in words; None if nobody has.
        self.release_requested_by = None
        #: Set when the lock is lost, or may be. Wait for it on a thread of your own to hear of it.
        self.lost = threading.Event()

    def is_valid(self):
        """Whether the lock is held now. Asks the clock only, so it is right even after a long pause of this process."""
        return not self.lost.is_set() and time.monotonic() < self.deadline

    def check(self):
        """Raises LockLost unless the lock is held now."""
        if not self.is_valid():
            self._lose("the server has not confirmed it in time")
            raise LockLost('The lock "%s" was lost, because %s. Treat the work done under it as unprotected.'
                           % (self.name, self._reason), "urn:quorate:lost", 410)

    def release(self):
        """Gives the lock back. Raises LockLost if it was lost before."""
        self._session._forget(self)
        if not self.is_valid():
            self._lose("the server has not confirmed it in time")
        refusal = self._session._give_up(self._claim)
        if refusal is not None:
            self._lose(str(refusal))
        if self.lost.is_set():
            self.check()
        self.deadline = 0.0

    def _lose(self, reason):
        if not self.lost.is_set():
            self._reason = reason
            self.lost.set()

    def _confirm(self, document, sent):
        """What the server said, counted from before it was asked."""
        if document["state"] == "held":
            self.fence = int(document["fence"]) if document["fence"] else None
            self.release_requested_by = document["releaseRequestedBy"]
            self.deadline = max(self.deadline, sent + document["validForMillis"] / 1000.0)
        else:
            self._lose(document["lossReason"] or document["state"])

    def __enter__(self):
        return self

    def __exit__(self, kind, failure, trace):
        try:
            self.release()
        except QuorateError:
            if failure is None:
                raise  # else the failure of the body is worth more


class Session:
    """Locks of one client. Close it, or use it in a `with` block.

    url     of a server: http://localhost:7480
    token   bearer token, if the server asks for one
    ttl     seconds after which the server gives everything back when it hears nothing
    label   what others see of the holder
    context an ssl.SSLContext for https: with the authorities of the cluster, and a certificate of your own
    """

    def __init__(self, url, token=None, ttl=15.0, label=None, context=None):
        self._url = url.rstrip("/")
        self._token = token
        self._context = context if context or not url.startswith("https:") else ssl.create_default_context()
        self._ttl = ttl
        self._holds = []
        self._orphans = []
        self._monitor = threading.Lock()
        self._changed = threading.Event()
        self._watched = threading.Event()
        self._closed = False
        body = {"ttlMillis": int(ttl * 1000)}
        if label:
            body["label"] = label
        opened = self._request("POST", "/v1/sessions", body)
        self._path = "/v1/sessions/" + opened["session"]
        for task in (self._renew, self._watch):
            threading.Thread(target=task, name="quorate", daemon=True).start()

    def lock(self, name, timeout=None, shared=False, at_least=None, at_most=None, label=None):
        """Waits for the lock and returns a Hold. Without a timeout it waits as long as others hold the lock; 0 means now or not at
        all. Raises LockTimeout. Times are in seconds."""
        claim = str(uuid.uuid4())
        body = {"lock": name, "claim": claim, "shared": shared, "waitMillis": int(_POLL_SECONDS * 1000)}
        for field, seconds in (("timeoutMillis", timeout), ("atLeastMillis", at_least), ("atMostMillis", at_most)):
            if seconds is not None:
                body[field] = int(seconds * 1000)
        if label:
            body["label"] = label
        hold = Hold(self, claim, name)
        try:
            sent = time.monotonic()
            document = self._call("POST", "/claims", body, _POLL_SECONDS)
            while document["state"] == "waiting":
                sent = time.monotonic()
                document = self._call(
                    "GET", "/claims/%s?waitMillis=%d" % (claim, _POLL_SECONDS * 1000), None, _POLL_SECONDS)
            # That question may have waited for longer than the lock is valid: a short one counts from now.
            sent = time.monotonic()
            document = self._call("GET", "/claims/" + claim)
        except BaseException:
            self._give_up(claim)
            raise
        hold._confirm(document, sent)
        with self._monitor:
            self._holds.append(hold)
        self._changed.set()
        self._watched.set()
        return hold

    def close(self):
        """Gives everything back. Holds that are still open are lost."""
        with self._monitor:
            if self._closed:
                return
            self._closed = True
            holds, self._holds = self._holds, []
        self._changed.set()
        self._watched.set()
        for hold in holds:
            hold._lose("its session was closed")
        try:
            self._call("DELETE", "")
        except QuorateError:
            pass  # the server gives everything back when it hears nothing

    def __enter__(self):
        return self

    def __exit__(self, kind, failure, trace):
        self.close()

    def _forget(self, hold):
        with self._monitor:
            if hold in self._holds:
                self._holds.remove(hold)

    def _give_up(self, claim):
        """Gives a claim back or up. Returns the refusal if the server has lost it; None if all is well, or nobody knows."""
        try:
            self._call("DELETE", "/claims/" + claim)
        except QuorateError as failure:
            if failure.status in (404, 410):
                return failure
            with self._monitor:
                self._orphans.append(claim)  # the server was not reached: again with the next renewal
        return None

    def _renew(self):
        while not self._closed:
            self._changed.wait(self._pause())
            self._changed.clear()
            if self._closed:
                return
            sent = time.monotonic()
            try:
                document = self._call("POST", "/renew", {})
            except QuorateError as failure:
                self._renewal_failed(failure)
                continue
            claims = {each["claim"]: each for each in document["claims"]}
            with self._monitor:
                holds = list(self._holds)
            for hold in holds:
                if hold._claim in claims:
                    hold._confirm(claims[hold._claim], sent)
            with self._monitor:
                orphans, self._orphans = self._orphans, []
            for claim in orphans:
                self._give_up(claim)

    def _renewal_failed(self, failure):
        """A session that the server does not know has lost everything; an unreachable server may come back in time."""
        if failure.status in (401, 403, 404, 410, 503):
            with self._monitor:
                holds = list(self._holds)
            for hold in holds:
                hold._lose(str(failure))

    def _watch(self):
        """Tells of holds whose time is over, however long a renewal takes."""
        while not self._closed:
            with self._monitor:
                holds = [hold for hold in self._holds if not hold.lost.is_set()]
            now = time.monotonic()
            for hold in holds:
                if hold.deadline <= now:
                    hold._lose("the server has not confirmed it in time")
            left = [hold.deadline - now for hold in holds if hold.deadline > now]
            self._watched.wait(min(left) if left else None)
            self._watched.clear()

    def _pause(self):
        """A third of what the nearest hold has left: two renewals may fail."""
        now = time.monotonic()
        with self._monitor:
            left = [hold.deadline - now for hold in self._holds if not hold.lost.is_set()]
        seconds = min(left + [self._ttl, _RENEW_SECONDS_MAX * 3]) / 3.0
        return max(_RENEW_SECONDS_MIN, seconds)

    def _call(self, method, path, body=None, wait=0.0):
        return self._request(method, self._path + path, body, wait)

    def _request(self, method, path, body=None, wait=0.0):
        data = None if body is None else json.dumps(body).encode("utf-8")
        request = urllib.request.Request(self._url + path, data, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        if self._token:
            request.add_header("Authorization", "Bearer " + self._token)
        try:
            with urllib.request.urlopen(request, timeout=wait + _NETWORK_SECONDS, context=self._context) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise _problem(refusal) from None
        except (OSError, ValueError) as failure:
            raise QuorateError("%s %s: the server was not reached, or its answer was cut off: %s"
                               % (method, self._url, failure)) from failure


def _problem(refusal):
    with refusal:
        try:
            document = json.load(refusal)
            detail, type = document["detail"], document["type"]
        except (ValueError, KeyError, OSError):
            detail, type = "the server answered %d" % refusal.code, None
    kind = {"urn:quorate:timed-out": LockTimeout, "urn:quorate:lost": LockLost}.get(type, QuorateError)
    return kind(detail, type, refusal.code)
