// One EventSource per browser. The tab that holds the Web Lock opens it and passes every message on through a
// BroadcastChannel; when it closes, another tab gets the lock and continues after the last message it saw.
// Without locks (plain HTTP on a name other than localhost) every tab opens its own.

const channelName = "fleet-stream";
const announceEvery = 20_000;
const forgetAfter = 65_000;

export class SharedStream {
  /** `onMessage(event, data, sequence)`; `onStatus("open" | "lost" | "signed-out", retryAt or the message)`; `onGap()`. */
  constructor({ url, source, sourceId, cursor, onMessage, onStatus, onGap }) {
    const sources = source.split(","), ids = sourceId.split(","), first = cursor.split(",");      // names have no commas
    Object.assign(this, { sources, onMessage, onStatus, onGap });
    this.names = new Map(ids.map((id, i) => [id, sources[i]]));
    this.path = new URL(url, location.href).pathname;
    this.cursors = new Map(sources.map((name, i) => [name, first[i] ?? ""]));     // source → "uuid:sequence" of the last message
    this.wanted = new Map();                        // source → time of the last announcement (leader)
    this.isLeader = false;
    this.retry = 0;
    this.join();
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", (event) => { if (event.persisted) { this.join(); this.onGap(); } });
  }

  join() {
    this.abort = new AbortController();
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(channelName) : null;
    if (this.channel) this.channel.onmessage = ({ data }) => this.receive(data);
    if (navigator.locks && this.channel) {
      navigator.locks.request(channelName, { signal: this.abort.signal }, () => this.lead()).catch(() => {});
      this.announce();
      this.timer = setInterval(() => this.announce(), announceEvery);
    } else {
      this.lead();
    }
  }

  leave() {
    clearInterval(this.timer);
    clearTimeout(this.retryTimer);
    this.abort.abort();
    this.events?.close();
    this.channel?.close();
    this.channel = null;
    this.isLeader = false;
    this.wanted.clear();
    this.releaseLock?.();
  }

  /** Keeps the lock until `leave`, with the stream open. */
  lead() {
    this.isLeader = true;
    for (const source of this.sources) this.want(source, this.cursors.get(source));
    this.channel?.postMessage({ type: "who" });
    return new Promise((resolve) => { this.releaseLock = resolve; });
  }

  announce() {
    if (this.isLeader) this.dropForgotten();
    for (const source of this.sources) this.post({ type: "want", source, cursor: this.cursors.get(source) });
  }

  post(message) {
    if (this.isLeader && message.type === "want") this.want(message.source, message.cursor);
    else this.channel?.postMessage(message);
  }

  receive(message) {
    switch (message.type) {
      case "who": this.announce(); break;
      case "want": if (this.isLeader) this.want(message.source, message.cursor, true); break;
      case "message": this.deliver(message); break;
      case "status": if (!this.isLeader) this.onStatus(message.status, message.retryAt); break;
      case "position": if (this.sources.includes(message.source) && !this.isLeader) this.checkGap(message); break;
    }
  }

  /** A tab whose page is older than the stream has missed messages. */
  checkGap({ source, cursor }) {
    const mine = this.cursors.get(source);
    if (mine && cursor && isBefore(mine, cursor)) this.onGap();
    if (cursor) this.cursors.set(source, cursor);
  }

  // Leader ---------------------------------------------------------------------------------------------------

  want(source, cursor, fromOther = false) {
    const isNew = !this.wanted.has(source);
    this.wanted.set(source, Date.now());
    if (isNew && cursor && !this.cursors.get(source)) this.cursors.set(source, cursor);
    if (isNew) this.connect();
    if (!fromOther) return;
    this.channel.postMessage({ type: "status", status: this.status ?? "open", retryAt: this.retryAt });
    if (!isNew) this.channel.postMessage({ type: "position", source, cursor: this.cursors.get(source) });
  }

  dropForgotten() {
    const before = this.wanted.size;
    for (const [source, at] of this.wanted) {
      if (!this.sources.includes(source) && Date.now() - at > forgetAfter) this.wanted.delete(source);
    }
    if (this.wanted.size < before) this.connect();
  }

  connect() {
    this.events?.close();
    clearTimeout(this.retryTimer);
    const sources = [...this.wanted.keys()];
    const query = new URLSearchParams({ source: sources.join(","), content: "rows" });
    const after = sources.map((source) => this.cursors.get(source) ?? "");
    if (after.some(Boolean)) query.set("after", after.join(","));
    const events = new EventSource(`${this.path}?${query}`);
    this.events = events;
    events.onopen = () => { this.retry = 0; this.report("open"); };
    events.onerror = () => this.failed(events);
    for (const name of ["changes", "state", "reset"]) {
      events.addEventListener(name, (event) => this.pass(name, event, sources));
    }
  }

  pass(event, { data, lastEventId }, sources) {
    lastEventId.split(",").forEach((cursor, index) => { if (cursor && sources[index]) this.cursors.set(sources[index], cursor); });
    const message = { type: "message", event, data, cursors: Object.fromEntries(this.cursors) };
    this.channel?.postMessage(message);
    this.deliver(message);
  }

  deliver({ event, data, cursors }) {
    for (const [source, cursor] of Object.entries(cursors)) if (cursor) this.cursors.set(source, cursor);
    let value = {};
    try { value = data ? JSON.parse(data) : {}; } catch { return; }
    const source = this.names.get(value.source_id);
    // A source that was renamed keeps its old name on the pages that are open.
    if (source) this.onMessage(event, { ...value, source });
  }

  /** EventSource reconnects by itself after a lost connection, but not after an error status. */
  async failed(events) {
    if (events.readyState === EventSource.CONNECTING) return this.report("lost", Date.now() + 3000);
    const message = await signedOutMessage();
    if (message) return this.report("signed-out", message);
    const wait = Math.min(30_000, 1000 * 2 ** this.retry++) * (0.75 + Math.random() / 2);
    this.report("lost", Date.now() + wait);
    this.retryTimer = setTimeout(() => this.connect(), wait);
  }

  report(status, retryAt) {
    Object.assign(this, { status, retryAt });
    this.channel?.postMessage({ type: "status", status, retryAt });
    this.onStatus(status, retryAt);
  }
}

/** Whether cursor `a` is older than `b`; another stream UUID counts as older. */
function isBefore(a, b) {
  const [streamA, numberA] = a.split(":");
  const [streamB, numberB] = b.split(":");
  return streamA !== streamB || Number(numberA) < Number(numberB);
}

/** Returns why the server refuses the session; null if it does not. */
async function signedOutMessage() {
  try {
    const response = await fetch("/api/v1/sources", { headers: { Accept: "application/json" } });
    if (response.status !== 401) return null;
    const { detail, hint } = await response.json();
    return `${detail} ${hint}`;
  } catch { return null; }
}
