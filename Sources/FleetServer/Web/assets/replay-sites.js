// The sites of a replay: a table of their counts at the moment.
import { element } from "./cells.js";
import { localized, number } from "./texts.js";

const mostListed = 100;

/** The sites of a day; undefined without a history of them. */
export async function loadReplaySites({ root, day, parts }) {
  const { sites: url } = root.dataset;
  if (!url) return undefined;
  const query = new URLSearchParams({ from: new Date(day.start).toISOString(), until: new Date(day.end).toISOString() });
  const response = await fetch(`${url}?${query}`).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { sites, changes } = await response.json();
  return sites.length + changes.length ? new ReplaySites(parts, sites, changes) : undefined;
}

class ReplaySites {
  sites = [];                   // {name, times, states}, ordered by name; a state of null is not in the feed

  constructor(parts, sites, changes) {
    this.parts = parts;
    const known = new Map();
    const add = (time, { station_id: id, name, num_vehicles_available: vehicles, num_docks_available: docks, is_listed: isListed = true }) => {
      let site = known.get(id);
      if (!site) known.set(id, site = { name: name ?? id, times: [], states: [] });
      site.times.push(time);
      site.states.push(isListed ? { vehicles, docks } : null);
    };
    for (const site of sites) add(-Infinity, site);
    for (const change of changes) add(Date.parse(change.at), change);
    this.sites = [...known.values()].sort((one, other) => one.name.localeCompare(other.name));
    parts.sites.hidden = false;
  }

  /** Shows the counts at a time; only cells that are others are set. */
  show(time) {
    const listed = this.sites.map((site) => [site.name, stateAt(site, time)]).filter(([, state]) => state);
    const { siteRows, moreSites } = this.parts, shown = listed.slice(0, mostListed), rows = siteRows.children;
    while (rows.length > shown.length) rows[rows.length - 1].remove();
    for (const [i, [name, { vehicles, docks }]] of shown.entries()) {
      if (i >= rows.length) siteRows.append(emptyRow());
      for (const [cell, text] of [[0, name], [1, count(vehicles)], [2, count(docks)]]) if (rows[i].children[cell].textContent !== text) rows[i].children[cell].textContent = text;
    }
    const more = listed.length - shown.length;
    moreSites.textContent = more > 0 ? localized("and {0} more", number(more)) : "";
  }
}

/** The state of a site since its last change at or before a time. */
function stateAt({ times, states }, time) {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low ? states[low - 1] : null;
}

const count = (value) => (value === undefined || value === null ? "–" : number(value));

function emptyRow() {
  const name = element("th", "");
  name.scope = "row";
  return element("tr", "", name, element("td", "num"), element("td", "num"));
}
