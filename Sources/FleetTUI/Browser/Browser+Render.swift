import FleetCore
import FleetService

extension Browser {
    /// What is wrong, if anything is.
    var trouble: Trouble? { Trouble(isOfSites ? sites.update : update, now: clock.machine) }

    /// Whether there is a list to look at.
    private var hasList: Bool { isOfSites ? sites.roll != nil : info != nil }

    var layout: BrowserLayout {
        let rows = trouble?.rows(above: hasList, in: Rect(size)) ?? 0
        return BrowserLayout(size, troubleRows: rows)
    }

    /// Where the vehicles of the list are.
    var listBody: Rect {
        layout.body.dropping(
            top: VehicleListScreen.headRows(catalog) + (list.pull.length > 0 ? 1 : 0))
    }

    /// Draws all that is to be seen; returns where something is typed.
    @discardableResult
    public func render(into canvas: inout Canvas) -> (column: Int, row: Int)? {
        let layout = layout
        drawHeader(layout.header, on: &canvas)
        if let trouble { trouble.render(above: hasList, in: layout.trouble, on: &canvas) }
        if layout.body.rows > 0 {
            drawGround(layout.body, on: &canvas)
        }
        for sheet in sheets { draw(sheet, layout, on: &canvas) }
        drawAlarms(layout.header, on: &canvas)
        return drawFooter(layout.footer, on: &canvas)
    }

    private func drawGround(_ part: Rect, on canvas: inout Canvas) {
        switch router.ground {
        case .map: drawMap(part, on: &canvas)
        case .sites: drawSites(part, on: &canvas)
        default: drawList(part, on: &canvas)
        }
    }

    /// A canvas with all that is to be seen.
    public var canvas: Canvas {
        var canvas = Canvas(size: size)
        render(into: &canvas)
        return canvas
    }

    /// The images that are to be laid over the screen.
    public var pictures: [BrowserPicture] {
        guard showsPictures else { return [] }
        let pictures = vehicleSheet?.pictures(in: VehicleSheet.part(of: layout.body)) ?? []
        // An image would lie over the words.
        guard let notice = noticePart else { return pictures }
        return pictures.filter { $0.place.intersection(notice).rows == 0 }
    }

    /// Whether images are wanted, and nothing lies over them.
    private var showsPictures: Bool {
        guard setup.showsPictures, case .vehicle = router.current else { return false }
        return true
    }

    /// What lies on the screen that fills the terminal.
    private var sheets: ArraySlice<Route> {
        let ground = router.stack.lastIndex(where: \.isGround) ?? 0
        return router.stack[(ground + 1)...]
    }

    private func draw(_ sheet: Route, _ layout: BrowserLayout, on canvas: inout Canvas) {
        switch sheet {
        case .vehicle:
            vehicleSheet?.render(
                in: VehicleSheet.part(of: layout.body), showsPictures: showsPictures,
                isFavorite: vehicleSheet.map {
                    $0.presence == .absent
                        ? catalog.awayFavorite($0.id) != nil : catalog.favoriteIDs.contains($0.id)
                } ?? false,
                on: &canvas)
        case .filter:
            filterSheet?.render(
                on: layout.sheet, showsSwatches: setup.showsSwatches, &canvas)
        case .notes:
            let look = NotesLook(model: notes, source: setup.source, style: detailStyle)
            notesScreen.render(look, in: layout.body, on: &canvas)
        case .events: eventsScreen.render(events, detailStyle, in: layout.body, on: &canvas)
        case .help: help?.render(on: layout.sheet, &canvas)
        case .site: drawSite(SiteSheet.part(of: layout.body), on: &canvas)
        case .list, .map, .sites: break
        }
    }

    private func drawMap(_ part: Rect, on canvas: inout Canvas) {
        guard mapRequest.isAnswered else {
            let middle = part.row + part.rows / 2
            return canvas.putCentered("reading …", in: part, row: middle, Style(.muted))
        }
        canvas.draw(in: part) { map.render(into: &$0, in: part) }
        if let vehicle = peek?.vehicle { drawWords(of: vehicle, in: part, on: &canvas) }
        if let words = chosenNoteWords { drawWords("✎ " + words, in: part, on: &canvas) }
    }

    /// What the vehicle is that is chosen on the map, at the map's lower right.
    private func drawWords(of vehicle: Vehicle, in part: Rect, on canvas: inout Canvas) {
        let words = [
            vehicle.id.limited, vehicle.state.rawValue, vehicle.color?.label,
            vehicle.battery.map(ShortText.battery),
        ].compactMap(\.self).joined(separator: " · ")
        drawWords("◉ " + words, in: part, on: &canvas)
    }

    private func drawWords(_ words: String, in part: Rect, on canvas: inout Canvas) {
        canvas.put(
            " " + words + " ", endColumn: part.endColumn, row: part.endRow - 1,
            Style(.text, on: .selection), limit: max(0, part.columns - 22))
    }

    private func drawList(_ part: Rect, on canvas: inout Canvas) {
        let look = ListLook(
            catalog: catalog, query: query, now: clock.shown, place: setup.place,
            showsSwatches: setup.showsSwatches)
        list.render(look, in: part, on: &canvas)
        guard catalog.count == 0 else { return }
        let body = part.dropping(top: VehicleListScreen.headRows(catalog))
        let lines = emptiness.flatMap { text, style in
            text.wrapped(to: max(8, part.columns - 4)).map { ($0, style) }
        }
        canvas.draw(in: body) { canvas in
            let top = body.row + max(0, (body.rows - lines.count) / 3)
            for (row, (text, style)) in lines.enumerated() {
                canvas.putCentered(text, in: body, row: top + row, style)
            }
        }
    }

    /// Why the list is empty, and which key helps.
    private var emptiness: [(String, Style)] {
        guard info != nil else {
            return [("reading \(setup.source) …", Style(.muted))]
        }
        // Of a list that was not read yet, nobody knows whether it is empty.
        guard let info = catalog.info else { return [] }
        guard info.total > 0 else {
            let why =
                info.reading.skipped > 0
                ? "None of the feed's \(info.reading.skipped) vehicles can be read."
                : "The feed has no vehicles now."
            return [(why, .plain), ("r reads it again", Style(.accent))]
        }
        if query.filter.favorites != nil, catalog.awayCount == catalog.favorites.count {
            return [
                (awayWords, .plain), ("F shows all vehicles again", Style(.accent)),
            ]
        }
        let filter = ShortText.phrases(of: query.filter).joined(separator: " · ")
        return [
            ("None of the \(info.total) vehicles passes the filter:", .plain),
            (filter, Style(bold: true)), ("c clears it, f changes it", Style(.accent)),
        ]
    }

    /// That all favorites are away, and which they are.
    private var awayWords: String {
        let names = catalog.favorites.prefix(12).map(\.name).joined(separator: ", ")
        let rest = catalog.favorites.count - 12
        return
            (catalog.favorites.count == 1 ? "The favorite is away: " : "All favorites are away: ")
            + names + (rest > 0 ? " and \(ShortCount.grouped(rest)) more" : "")
    }
}
