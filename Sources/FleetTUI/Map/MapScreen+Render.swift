public import FleetCore

extension MapScreen {
    /// Draws a map of all vehicles on a new canvas, with the outlines of the zones, and with the
    /// names of the sites where they fit.
    public static func rendered(
        _ points: [MapPoint], sites: [Site] = [], zones: [Zone] = [], origin: Position? = nil,
        withoutPosition: Int, size: CanvasSize, caption: MapCaption
    ) -> Canvas {
        var map = MapScreen(origin: origin)
        map.show(zones)
        map.resize(size)
        map.show(sites)
        map.show(points, withoutPosition: withoutPosition)
        var canvas = Canvas(size: size)
        map.render(into: &canvas, in: canvas.bounds, caption: caption)
        return canvas
    }

    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let part = context.layout.body
        guard isLoaded else {
            let middle = part.row + part.rows / 2
            return canvas.putCentered("loading …", in: part, row: middle, Style(.muted))
        }
        render(into: &canvas, in: part, caption: context.setup.showsSwatches ? .legend : .center)
        for label in [vehicleLabel, noteLabel(now: context.clock.shown)].compactMap(\.self) {
            canvas.put(
                " " + label + " ", endColumn: part.endColumn, row: part.endRow - 1,
                Style(.text, on: .selection), limit: max(0, part.columns - 22))
        }
    }

    /// Description of the selected vehicle, for the lower right of the map.
    private var vehicleLabel: String? {
        guard let vehicle = preview?.vehicle else { return nil }
        return "◉ "
            + [
                vehicle.id.limited, vehicle.state.name, vehicle.color?.label,
                vehicle.battery.map(ShortText.battery),
            ].compactMap(\.self).joined(separator: " · ")
    }

    /// Returns the description of the selected note, and the number of notes there.
    private func noteLabel(now: Timestamp) -> String? {
        guard let note = selectedNote?.summary,
            let marker = notes.marker(of: note.number, in: viewport)
        else { return nil }
        let count = marker.numbers.count > 1 ? "\(marker.numbers.count) notes here" : nil
        return "✎ "
            + [
                count, note.vehicleID.limited, ShortText.age(of: note.createdAt, now: now),
                note.firstLine,
            ].compactMap(\.self).joined(separator: " · ")
    }

    /// Draws the map into an area of a canvas, which should have the size of the view.
    func render(into canvas: inout Canvas, in rect: Rect, caption: MapCaption = .none) {
        canvas.draw(in: rect) { canvas in
            guard !points.all.isEmpty || !notes.shown.isEmpty || !sites.isEmpty else {
                return drawEmptyMessage(into: &canvas, rect)
            }
            var viewport = viewport
            viewport.resize(rect.size)
            var renderer = MapRenderer(
                points: points, frame: MapFrame(points.all, in: viewport), rect: rect,
                notes: notes.markers(in: viewport), zones: zones.outlines(in: viewport),
                origin: origin, caption: caption)
            renderer.draw(into: &canvas, selected: selectedItem(in: renderer.frame))
            sites.draw(renderer.frame, in: rect, into: &canvas)
        }
    }

    private func drawEmptyMessage(into canvas: inout Canvas, _ rect: Rect) {
        let width = min(emptyMessage.count, rect.columns)
        guard width > 0, rect.rows > 0 else { return }
        canvas.put(
            emptyMessage, column: rect.column + (rect.columns - width) / 2,
            row: rect.row + (rect.rows - 1) / 2, Style(.muted), limit: rect.columns)
    }
}

extension MapScreen {
    /// Number of vehicles in view and without a location, such as
    /// `1,204 of 1,300 vehicles in view · 12 without a location`.
    var summary: String {
        guard !points.all.isEmpty else { return emptyMessage }
        let inView = ShortText.grouped(countInView)
        let all = inView + " of " + ShortText.count(points.all.count, "vehicle") + " in view"
        guard withoutPosition > 0 else { return all }
        return all + " · " + ShortText.grouped(withoutPosition) + " without a location"
    }

    /// Message shown when no vehicle has a position.
    private var emptyMessage: String {
        switch withoutPosition {
        case ...0: "No vehicles to show"
        case 1: "1 vehicle, without a location"
        default: ShortText.count(withoutPosition, "vehicle") + ", none with a location"
        }
    }

    private var countInView: Int {
        var count = 0
        for point in points.all where viewport.cell(of: point.location) != nil { count += 1 }
        return count
    }
}
