// One EventSource per browser. The tab that holds the Web Lock opens it and passes every message on through a
// BroadcastChannel; when it closes, another tab gets the lock and continues after the last message it saw.
// Without locks (plain HTTP on a name other than localhost) every tab opens its own. A source that was removed, or that the
// person may no longer see, leaves the stream and the tabs that show it; all others go on.

const channelName = "fleet-stream";
const announceEvery = 20_000;
const forgetAfter = 65_000;
const maxSources = 50;          // of one request

export class SharedStream {
  /** `onMessage(event, data, sequence)`; `onStatus("open" | "lost" | "signed-out", retryAt or the message)`; `onGap()`; `onGone(source)`. */
  constructor({ url, source, sourceId, cursor, onMessage, onStatus, onGap, onGone }) {
    const sources = source.split(","), ids = sourceId.split(","), first = cursor.split(",");      // names have no commas
    Object.assign(this, { sources, onMessage, onStatus, onGap, onGone });
    this.names = new Map(ids.map((id, i) => [id, sources[i]]));
    this.ids = new Map(sources.map((name, i) => [name, ids[i]]));       // those of all tabs (leader)
    this.streams = [];
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
    this.closeStreams();
    this.channel?.close();
    this.channel = null;
    this.isLeader = false;
    this.wanted.clear();
    this.releaseLock?.();
  }

  /** Keeps the lock until `leave`, with the stream open. */
  lead() {
    this.isLeader = true;
    for (const source of this.sources) this.want({ source, cursor: this.cursors.get(source) });
    if (!this.sources.length) this.connect();
    this.channel?.postMessage({ type: "who" });
    return new Promise((resolve) => { this.releaseLock = resolve; });
  }

  announce() {
    if (this.isLeader) this.dropForgotten();
    for (const source of this.sources) this.post({ type: "want", source, id: this.ids.get(source), cursor: this.cursors.get(source) });
  }

  post(message) {
    if (this.isLeader && message.type === "want") this.want(message);
    else this.channel?.postMessage(message);
  }

  receive(message) {
    switch (message.type) {
      case "who": this.announce(); break;
      case "want": if (this.isLeader) this.want(message, true); break;
      case "gone": this.drop(message.source); break;
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

  /** Leaves a source of this page that is not there any more. */
  drop(source) {
    if (!this.sources.includes(source)) return;
    this.sources = this.sources.filter((name) => name !== source);
    this.onGone(source);
  }

  // Leader ---------------------------------------------------------------------------------------------------

  want({ source, id, cursor }, fromOther = false) {
    const isNew = !this.wanted.has(source);
    if (id) this.ids.set(source, id);
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

  closeStreams() {
    for (const events of this.streams) events.close();
    this.streams = [];
  }

  connect() {
    this.closeStreams();
    clearTimeout(this.retryTimer);
    const sources = [...this.wanted.keys()];
    for (let i = 0; i < sources.length; i += maxSources) this.streams.push(this.open(sources.slice(i, i + maxSources)));
    if (!sources.length) this.report("open");
  }

  open(sources) {
    const query = new URLSearchParams({ source: sources.join(","), content: "rows" });
    const after = sources.map((source) => this.cursors.get(source) ?? "");
    if (after.some(Boolean)) query.set("after", after.join(","));
    const events = new EventSource(`${this.path}?${query}`);
    events.onopen = () => { this.retry = 0; this.report("open"); };
    events.onerror = () => this.failed(events);
    for (const name of ["changes", "state", "reset", "team"]) {
      events.addEventListener(name, (event) => this.pass(name, event, sources));
    }
    return events;
  }

  pass(event, { data, lastEventId }, sources) {
    lastEventId.split(",").forEach((cursor, index) => { if (cursor && sources[index]) this.cursors.set(sources[index], cursor); });
    const message = { type: "message", event, data, cursors: Object.fromEntries(this.cursors) };
    this.channel?.postMessage(message);
    this.deliver(message);
    if (event === "state" && data.includes('"stopped"')) this.checkSources();
  }

  deliver({ event, data, cursors }) {
    for (const [source, cursor] of Object.entries(cursors)) if (cursor) this.cursors.set(source, cursor);
    let value = {};
    try { value = data ? JSON.parse(data) : {}; } catch { return; }
    if (event === "team") return this.onMessage(event, value);
    const source = this.names.get(value.source_id);
    // A source that was renamed keeps its old name on the pages that are open.
    if (source) this.onMessage(event, { ...value, source });
  }

  /** EventSource reconnects by itself after a lost connection, but not after an error status. */
  async failed(events) {
    if (events.readyState === EventSource.CONNECTING) return this.report("lost", Date.now() + 3000);
    if (await this.checkSources()) return;
    const wait = Math.min(30_000, 1000 * 2 ** this.retry++) * (0.75 + Math.random() / 2);
    this.report("lost", Date.now() + wait);
    this.retryTimer = setTimeout(() => this.connect(), wait);
  }

  /** Drops the sources that are gone, and goes on with the others; returns whether that, or the end of the session, is all. */
  async checkSources() {
    const { message, ids } = await currentSources();
    if (message) {
      this.report("signed-out", message);
      return true;
    }
    const gone = ids ? [...this.wanted.keys()].filter((source) => this.ids.has(source) && !ids.has(this.ids.get(source))) : [];
    for (const source of gone) {
      this.wanted.delete(source);
      this.channel?.postMessage({ type: "gone", source });
      this.drop(source);
    }
    if (gone.length) this.connect();
    return gone.length > 0;
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

/** Returns the IDs of the sources that the person sees, or why the server refuses the session; neither without an answer. */
async function currentSources() {
  try {
    const response = await fetch("/api/v1/sources", { headers: { Accept: "application/json" } });
    const { detail, hint, sources } = await response.json();
    if (response.status === 401) return { message: `${detail} ${hint}` };
    return response.ok ? { ids: new Set(sources.map(({ id }) => id)) } : {};
  } catch { return {}; }
}
