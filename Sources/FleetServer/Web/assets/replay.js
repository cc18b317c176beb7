// The replay of a day: a clock over its changes, which moves the map and the list. Every moment has an address.
import { element } from "./cells.js";
import { inSlices } from "./map-slices.js";
import { ReplayDay, ReplayFleet } from "./replay-data.js";
import { openReplayMap } from "./replay-map.js";
import { loadReplaySites } from "./replay-sites.js";
import { counted, localized, number } from "./texts.js";
import { clockOf, momentOf } from "./time.js";
import { colorName, word } from "./words.js";

const minute = 60_000;
const pageLength = 50;          // rows of the list
const refreshEvery = 500;       // of the list while the clock runs
const addressEvery = 2000;
const unknownCharge = 255;

/** Starts the replay of a [data-replay] section. */
export function enhanceReplay(root) {
  const replay = new Replay(root);
  root.replay = replay;
  replay.load().catch((error) => replay.fail(error));
}

class Replay {
  speed = 1;                    // minutes of the day in a second
  isPlaying = false;
  skipped = 0;                  // vehicles before the list
  /** Own script of the frames in which the clock runs. */
  stats = { frames: 0, total: 0, most: 0 };

  constructor(root) {
    const { start, end, from, zone, source, url, vehicle } = root.dataset;
    Object.assign(this, { root, source, url, followed: vehicle || null });
    this.day = new ReplayDay(Date.parse(start), Date.parse(end));
    this.time = this.clamped(Date.parse(from));
    this.fleet = new ReplayFleet(this.day);
    this.fleet.onChange = (index) => this.map?.change(index);
    this.clock = { format: (time) => clockOf(time, zone) };
    this.dateTime = { format: (time) => momentOf(time, zone) };
    this.parts = Object.fromEntries([...root.querySelectorAll("[data-replay-part]")].map((part) => [part.dataset.replayPart, part]));
    this.frame = (now) => this.tick(now);
    this.listen();
    this.readFilter();
  }

  clamped(time) { return Math.max(this.day.start, Math.min(this.day.end, Number.isNaN(time) ? this.day.start : time)); }

  // Data -----------------------------------------------------------------------------------------------------

  async load() {
    this.parts.player.hidden = false;
    this.say(localized("Loading …"));
    this.show();
    const { day } = this;
    for (let isFirst = true; isFirst || !day.isComplete; isFirst = false) {
      const before = day.until;
      const query = new URLSearchParams({ from: iso(day.until), until: iso(day.end), start: isFirst ? "1" : "0" });
      const response = await fetch(`${this.url}?${query}`);
      if (!response.ok) throw new Error((await response.json().catch(() => null))?.detail ?? `status ${response.status}`);
      await inSlices(day.add(await response.arrayBuffer()));
      await this.take(isFirst);
      if (!isFirst && day.until <= before) break;
    }
    this.isLoaded = true;
    this.sites = await loadReplaySites(this);
    this.refresh();
    this.say("");
    if (this.followed) this.follow(this.followed);
  }

  /** Shows what a part has brought. */
  async take(isFirst) {
    const { day, fleet } = this, colors = day.colors.length;
    const isOther = isFirst || fleet.isOutgrown || colors !== this.knownColors;
    this.knownColors = colors;
    if (isFirst || fleet.isOutgrown) {
      await this.running;
      fleet.makePoints();
      if (fleet.filter.search) await inSlices(fleet.refilter());
    }
    this.showStrip();
    await this.seek();
    if (isFirst) {
      const section = this.root.querySelector("[data-map]");
      this.map = await openReplayMap(section, this).catch((error) => console.warn(`The interactive map is not available: ${error.message}`));
      this.root.classList.toggle("without-map", !this.map);
      section.hidden = !this.map;
    } else if (isOther) await this.map?.replace(fleet.points);
    this.refresh();
    this.root.classList.add("ready");
  }

  fail(error) {
    console.warn(error);
    this.pause();
    this.say(localized("The history could not be loaded: {0}", error.message));
  }

  /** Applies the changes until the time, in slices. */
  seek() {
    this.fleet.target = this.day.position(this.time);
    this.running ??= inSlices(this.fleet.run()).finally(() => { this.running = undefined; });
    return this.running;
  }

  // Time -----------------------------------------------------------------------------------------------------

  listen() {
    const { play, speed, slider, filter, rows, unfollow, stays } = this.parts;
    slider.max = String(Math.round((this.day.end - this.day.start) / minute));
    slider.addEventListener("input", () => this.goTo(this.day.start + Number(slider.value) * minute));
    play.addEventListener("click", () => (this.isPlaying ? this.pause() : this.play()));
    speed.addEventListener("change", () => { this.speed = Number(speed.value); });
    for (const button of this.root.querySelectorAll("[data-step]")) button.addEventListener("click", () => this.step(Number(button.dataset.step)));
    filter.addEventListener("input", () => this.applyFilter());
    filter.addEventListener("submit", (event) => { event.preventDefault(); this.applyFilter(); });
    rows.addEventListener("click", ({ target }) => { const id = target.closest("[data-follow]")?.dataset.follow; if (id !== undefined) this.follow(id); });
    stays.addEventListener("click", ({ target }) => { const at = target.closest("[data-at]")?.dataset.at; if (at) this.goTo(Number(at)); });
    for (const [button, sign] of [[this.parts.before, -1], [this.parts.after, 1]]) {
      button.addEventListener("click", () => { this.skipped += sign * pageLength; this.refresh(); });
    }
    unfollow.addEventListener("click", () => this.follow(null));
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("visibilitychange", () => { this.lastFrame = undefined; });
  }

  /** Space plays and pauses, comma and period step by a minute, wherever they mean nothing else. */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, button, a, summary")) return;
    if (event.key === " ") this.isPlaying ? this.pause() : this.play();
    else if (event.key === ",") this.step(-1);
    else if (event.key === ".") this.step(1);
    else return;
    event.preventDefault();
  }

  step(minutes) {
    this.pause();
    this.goTo(this.time + minutes * minute);
    this.say(this.momentText());
  }

  goTo(time) {
    this.time = this.clamped(time);
    this.show();
    this.seek().then(() => this.refresh());
    this.addressTimer ??= setTimeout(() => { this.addressTimer = undefined; this.keepAddress(); }, 300);
  }

  play() {
    if (this.time >= this.day.end) this.time = this.day.start;
    this.isPlaying = true;
    this.lastFrame = undefined;
    this.showPlaying();
    requestAnimationFrame(this.frame);
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.showPlaying();
    this.keepAddress();
    this.say(this.momentText());
  }

  tick(now) {
    if (!this.isPlaying) return;
    const started = performance.now(), passed = Math.min(250, now - (this.lastFrame ?? now));
    this.lastFrame = now;
    // What is not loaded yet is waited for.
    this.time = Math.min(this.time + passed * 60 * this.speed, this.isLoaded ? this.day.end : this.day.until);
    this.seek();
    this.show();
    if (!(now - this.refreshedAt < refreshEvery)) this.refresh(now);
    if (!(now - this.keptAt < addressEvery)) this.keepAddress(now);
    this.measure(performance.now() - started);
    if (this.time >= this.day.end) this.pause();
    else requestAnimationFrame(this.frame);
  }

  measure(time) {
    this.stats.frames++;
    this.stats.total += time;
    this.stats.most = Math.max(this.stats.most, time);
  }

  // What is shown --------------------------------------------------------------------------------------------

  momentText() { return localized("State of {0}", this.dateTime.format(this.time)); }

  /** Shows the time; only texts that are others are set. */
  show() {
    const { slider, time, gap } = this.parts, value = String(Math.floor((this.time - this.day.start) / minute));
    if (this.shownMinute === value && !this.isGapStale) return;
    this.shownMinute = value;
    if (slider.value !== value) slider.value = value;
    const text = this.dateTime.format(this.time);
    slider.setAttribute("aria-valuetext", text);
    time.textContent = text;
    const found = this.day.gapAt(this.time);
    gap.textContent = found ? localized("not read from {0} to {1}", this.clock.format(found.start), this.clock.format(found.end)) : "";
    this.followNow();
  }

  showPlaying() {
    const { play } = this.parts;
    play.setAttribute("aria-pressed", String(this.isPlaying));
    play.querySelector("span").textContent = this.isPlaying ? localized("Pause") : localized("Play");
  }

  say(text) { this.parts.status.textContent = text; }

  /** Marks the gaps of the day, and what is not loaded yet. */
  showStrip() {
    const { strip, gaps } = this.parts, { day } = this, length = day.end - day.start;
    const rect = (start, end, name) => {
      const result = document.createElementNS("http://www.w3.org/2000/svg", "rect"), at = (time) => (1000 * Math.max(0, Math.min(length, time - day.start))) / length;
      for (const [key, value] of Object.entries({ class: name, x: at(start), y: 0, width: Math.max(1, at(end) - at(start)), height: 10 })) result.setAttribute(key, value);
      return result;
    };
    const rest = day.isComplete ? [] : [rect(day.until, day.end, "unloaded")];
    strip.replaceChildren(...day.gaps.map(({ start, end }) => rect(start, end, "gap")), ...rest);
    gaps.replaceChildren(...day.gaps.map(({ start, end, reason }) => element("li", "", localized("{0} to {1}: {2}", this.clock.format(start), this.clock.format(end), reasonText(reason)))));
    this.root.querySelector("[data-replay-gaps]").hidden = !day.gaps.length;
    this.shownMinute = undefined;
    this.show();
  }

  /** Shows the counts and the first vehicles of the list, in slices; once more if it is called meanwhile. */
  async refresh(now = performance.now()) {
    this.refreshedAt = now;
    this.isListStale = true;
    if (this.isRefreshing) return;
    this.isRefreshing = true;
    try {
      while (this.isListStale) await inSlices(this.refreshSteps());
    } finally { this.isRefreshing = false; }
  }

  *refreshSteps() {
    yield;                      // the last of several calls is shown
    this.isListStale = false;
    const { fleet, parts } = this;
    const all = counted(fleet.total, "{0} vehicle", "{0} vehicles");
    parts.total.textContent = fleet.shownTotal === fleet.total ? all : localized("{0} of {1}", number(fleet.shownTotal), all);
    this.skipped = Math.max(0, Math.min(this.skipped, Math.floor((fleet.shownTotal - 1) / pageLength) * pageLength));
    const shown = fleet.listed(this.skipped, pageLength), rows = parts.rows.children;
    while (rows.length > shown.length) rows[rows.length - 1].remove();
    for (const [i, vehicle] of shown.entries()) {
      if (i % 4 === 0) yield;
      if (i >= rows.length) parts.rows.append(emptyRow());
      this.fillRow(rows[i], vehicle);
    }
    const last = this.skipped + shown.length;
    parts.pager.hidden = fleet.shownTotal <= pageLength;
    set(parts.range, localized("{0} to {1} of {2}", number(this.skipped + 1), number(last), number(fleet.shownTotal)));
    parts.before.disabled = this.skipped === 0;
    parts.after.disabled = last >= fleet.shownTotal;
    yield;
    this.sites?.show(this.time);
    this.followNow();
    if (this.followed) this.map?.center(this.followedIndex());
    this.linkMoment();
  }

  fillRow(row, vehicle) {
    const { points, day } = this.fleet, id = day.ids[vehicle], [link, state, charge, type, button] = row.cellsOf;
    const charged = points.charge[vehicle] === unknownCharge ? "–" : localized("{0}%", points.charge[vehicle]);
    const color = points.colors[points.color[vehicle]], name = points.types[points.type[vehicle]];
    set(link, id);
    const href = this.vehiclePath(id);
    if (link.getAttribute("href") !== href) link.setAttribute("href", href);
    set(state, word(points.states[points.state[vehicle]]));
    set(charge, charged);
    set(type, [name && word(name), color !== "unknown" && colorName(color)].filter(Boolean).join(" · "));
    if (button.dataset.follow === id) return;
    button.dataset.follow = id;
    button.setAttribute("aria-label", localized("Follow {0}", id));
  }

  // The followed vehicle -------------------------------------------------------------------------------------

  followedIndex() { return this.followed === null ? -1 : this.day.indices.get(this.followed) ?? -1; }

  /** Follows a vehicle, or none: its path and its stays of the day, and where it is. */
  async follow(id) {
    this.followed = id;
    const { follow, followedLink, stays } = this.parts;
    follow.hidden = id === null;
    stays.replaceChildren();
    this.map?.showPath({ type: "FeatureCollection", features: [] });
    this.followNow();
    this.keepAddress();
    if (id === null) return;
    followedLink.textContent = id;
    this.map?.center(this.followedIndex());
    const query = new URLSearchParams({ from: iso(this.day.start), until: iso(this.day.end), format: "geojson" });
    const address = `${this.url.slice(0, this.url.lastIndexOf("/"))}/vehicles/${encodeURIComponent(id)}/timeline?${query}`;
    const response = await fetch(address).catch(() => null);
    if (this.followed !== id) return;
    if (!response?.ok) return stays.replaceChildren(element("li", "muted", response?.status === 404 ? localized("The history has nothing of this vehicle.") : localized("No connection to the server.")));
    const timeline = await response.json();
    if (this.followed !== id) return;
    this.map?.showPath(timeline);
    const found = timeline.features.filter(({ properties }) => properties.kind === "stay").map(({ properties }) => this.stay(properties));
    stays.replaceChildren(...(found.length ? found : [element("li", "muted", localized("It stayed nowhere for five minutes."))]));
  }

  stay({ from, until, dwell_seconds: seconds, is_estimated: isEstimated }) {
    const minutes = Math.round(seconds / 60), hours = Math.floor(minutes / 60);
    const length = hours ? localized("{0} h {1} min", hours, minutes % 60) : localized("{0} min", minutes);
    const start = Math.max(this.day.start, Date.parse(from));
    const button = element("button", "btn small", localized("{0} to {1}", this.clock.format(start), this.clock.format(Math.min(this.day.end, Date.parse(until)))));
    Object.assign(button, { type: "button" });
    button.dataset.at = String(start);
    return element("li", "", button, " ", isEstimated ? localized("about {0}, with a gap", length) : length);
  }

  /** Shows where the followed vehicle is now. */
  followNow() {
    if (this.followed === null) { this.map?.follow(-1); return; }
    const index = this.followedIndex(), { fleet } = this, isInFeed = index >= 0 && fleet.inFeed[index];
    this.map?.follow(index);
    set(this.parts.followedText, isInFeed ? fleet.points.text(index) : localized("not in the feed"));
    const href = this.vehiclePath(this.followed);
    if (this.parts.followedLink.getAttribute("href") !== href) this.parts.followedLink.setAttribute("href", href);
  }

  vehiclePath(id) { return `/v/${encodeURIComponent(this.source)}/${encodeURIComponent(id)}?${new URLSearchParams({ at: this.moment() })}`; }

  // Filter and address ---------------------------------------------------------------------------------------

  readFilter() {
    const data = new FormData(this.parts.filter), bound = (name, other) => (data.get(name) ? Number(data.get(name)) : other);
    this.fleet.filter = { states: new Set(data.getAll("state")), minimum: bound("min_battery", 0), maximum: bound("max_battery", 100), search: data.get("search").trim() };
  }

  applyFilter() {
    this.readFilter();
    this.skipped = 0;
    this.filtering = (this.filtering ?? Promise.resolve()).then(() => inSlices(this.fleet.refilter())).then(() => this.refresh());
    this.keepAddress();
  }

  /** The minute of the clock, for addresses. */
  moment() { return iso(Math.floor(this.time / minute) * minute); }

  filterItems() {
    return [...new FormData(this.parts.filter)].filter(([, value]) => value).map(([name, value]) => [name, value.trim()]);
  }

  keepAddress(now = performance.now()) {
    this.keptAt = now;
    const items = [["source", this.source], ["from", this.moment()], ...(this.followed === null ? [] : [["vehicle", this.followed]]), ...this.filterItems()];
    history.replaceState(history.state, "", `/replay?${new URLSearchParams(items)}${location.hash}`);
    this.linkMoment();
  }

  /** The list and the map of the moment, with the same filter. */
  linkMoment() {
    const query = new URLSearchParams([["source", this.source], ["at", this.moment()], ...this.filterItems()]);
    for (const [part, page] of [["list", "/"], ["map", "/map"]]) {
      const href = `${page}?${query}`;
      if (this.parts[part].getAttribute("href") !== href) this.parts[part].setAttribute("href", href);
    }
  }
}

const iso = (time) => new Date(time).toISOString().replace(".000", "");

const reasonText = (reason) => ({
  start: localized("before the history"), pause: localized("the feed was not polled"), failure: localized("the feed failed"),
  redefined: localized("the source was changed"), clock: localized("the clock was changed"),
})[reason] ?? reason;

function set(holder, text) { if (holder.textContent !== text) holder.textContent = text; }

function emptyRow() {
  const link = element("a", "id"), button = element("button", "btn small quiet", localized("Follow"));
  button.type = "button";
  const cells = [link, ...["", "num", ""].map((name) => element("td", name)), button];
  const row = element("tr", "", element("th", "", link), ...cells.slice(1, 4), element("td", "", button));
  row.firstChild.scope = "row";
  row.cellsOf = cells;
  return row;
}
