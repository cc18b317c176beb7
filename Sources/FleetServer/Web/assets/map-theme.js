// The colors of a map: those of the stylesheet.
import { toneClass } from "./cells.js";
import { restrictions } from "./map-zones.js";

/** Reads colors from the stylesheet, so that they are defined once. */
export function readTheme() {
  const root = getComputedStyle(document.documentElement), probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const rgb = (text) => (text.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map((part) => Number(part) / 255);
  const named = (name) => { probe.style.color = `var(${name}, var(--other-tone))`; return rgb(getComputedStyle(probe).color); };
  const toneColor = (tone) => { probe.className = toneClass(tone); return named("--tone"); };
  const cache = new Map();
  const theme = { background: root.getPropertyValue("--map-bg").trim(), surface: named("--surface"), pointEdge: named("--point-edge"), ink: named("--ink"), accent: named("--accent"), line: named("--map-line"), alarm: named("--bad") };
  theme.shades = new Float32Array([1, 2, 3, 4].flatMap((level) => [...named(`--shade-${level}`), 1]));
  theme.zones = Object.fromEntries(restrictions.map((name) => [name, root.getPropertyValue(`--zone-${name.replace("_", "-")}`).trim()]));
  theme.chosenZone = root.getPropertyValue("--accent").trim();
  theme.isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const tone = (name) => { if (!cache.has(name)) { document.body.append(probe); cache.set(name, toneColor(name)); probe.remove(); } return cache.get(name); };
  theme.tones = (label) => {
    if (label === "accent") return [theme.accent, theme.accent];
    const [one, two = one] = label.split("-");
    return [tone(one), tone(two)];
  };
  probe.remove();
  return theme;
}
