// Live changes that the map has not applied yet: the newest row of each vehicle.

export class MapChanges {
  /** Collects from now on: changes during the load of the points may be newer than these. */
  constructor(isSeveral = false) {
    this.isSeveral = isSeveral;     // whether IDs begin with their source
    this.rows = new Map();          // vehicle ID → newest row, or null if it left the feed
    this.isIncomplete = false;
    this.onChange = () => {};
    document.addEventListener("fleet:changes", ({ detail }) => this.add(detail));
    document.addEventListener("fleet:missed", () => { this.isIncomplete = true; this.onChange(); });
  }

  add({ source, rows = [], removed = [] }) {
    const keyOf = (id) => (this.isSeveral ? `${source}/${id}` : id);
    for (const row of rows) this.rows.set(keyOf(row.vehicle_id), row);
    for (const id of removed) this.rows.set(keyOf(id), null);
    if (this.rows.size) this.onChange();
  }

  get isEmpty() { return !this.rows.size && !this.isIncomplete; }

  /** Takes all rows, those that arrive meanwhile too. */
  *take() {
    for (const row of this.rows) {
      this.rows.delete(row[0]);
      yield row;
    }
  }
}
