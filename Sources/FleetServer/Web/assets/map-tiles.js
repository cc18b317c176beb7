// The background of a map: tiles of this server or of another one, or none. A missing tile is no error.

const protocol = "fleet-tiles";

/** MapLibre's style of a map with the tiles that a section names. */
export function mapStyle(maplibre, { tiles, attribution, tileZooms, tileBounds }, theme) {
  const layers = [{ id: "background", type: "background", paint: { "background-color": theme.background } }];
  if (!tiles) return { version: 8, sources: {}, layers };
  const source = { type: "raster", tiles: [tiles], tileSize: 256, attribution };
  if (tiles.startsWith("/")) {
    maplibre.addProtocol(protocol, loadTile);
    source.tiles = [`${protocol}:/${tiles}`];
  }
  if (tileZooms) [source.minzoom, source.maxzoom] = tileZooms.split(",").map(Number);
  if (tileBounds) source.bounds = tileBounds.split(",").map(Number);
  layers.push({ id: "tiles", type: "raster", source: "tiles", paint: tilePaint(theme) });
  return { version: 8, sources: { tiles: source }, layers };
}

/** Tiles stay behind the markers: pale, and in the dark theme dim. */
export const tilePaint = ({ isDark }) => ({ "raster-saturation": isDark ? -0.6 : -0.25, "raster-brightness-max": isDark ? 0.42 : 1, "raster-fade-duration": 0 });

/** Loads a tile of this server. The status 404 makes MapLibre show the tile of a lower zoom, without an error. */
async function loadTile({ url }, { signal }) {
  const response = await fetch(url.slice(protocol.length + 2), { signal }).catch((error) => { if (signal.aborted) throw error; });
  if (response?.status !== 200 || response.redirected) throw Object.assign(new Error("no tile"), { status: 404 });
  return { data: await response.arrayBuffer() };
}
