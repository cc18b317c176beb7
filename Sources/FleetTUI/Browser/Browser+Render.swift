import FleetCore
import FleetService

extension Browser {
    /// Banner for the current failure, if any.
    var failureBanner: FailureBanner? {
        FailureBanner(showsSites ? siteFeed.update : update, now: clock.machine)
    }

    /// Whether a list has been loaded.
    private var hasList: Bool { showsSites ? siteFeed.sortedSites != nil : info != nil }

    var layout: BrowserLayout {
        let rows = failureBanner?.rows(aboveList: hasList, in: Rect(size)) ?? 0
        return BrowserLayout(size, bannerRows: rows)
    }

    /// Area of the list's vehicles.
    var listBody: Rect {
        layout.body.dropping(
            top: VehicleListScreen.headerRows(listModel) + (list.pull.length > 0 ? 1 : 0))
    }

    /// Draws the screen; returns the position of the text cursor, nil if nothing is being typed.
    @discardableResult
    public func render(into canvas: inout Canvas) -> (column: Int, row: Int)? {
        let layout = layout
        drawHeader(layout.header, on: &canvas)
        if let failureBanner {
            failureBanner.render(aboveList: hasList, in: layout.banner, on: &canvas)
        }
        if layout.body.rows > 0 {
            drawBaseScreen(layout.body, on: &canvas)
        }
        for sheet in sheets { draw(sheet, layout, on: &canvas) }
        drawAlarms(layout.header, on: &canvas)
        return drawFooter(layout.footer, on: &canvas)
    }

    private func drawBaseScreen(_ part: Rect, on canvas: inout Canvas) {
        switch router.baseScreen {
        case .map: drawMap(part, on: &canvas)
        case .sites: drawSites(part, on: &canvas)
        default: drawList(part, on: &canvas)
        }
    }

    /// Canvas with the drawn screen.
    public var canvas: Canvas {
        var canvas = Canvas(size: size)
        render(into: &canvas)
        return canvas
    }

    /// Images to lay over the screen.
    public var pictures: [BrowserPicture] {
        guard showsPictures else { return [] }
        let pictures = vehicleSheet?.pictures(in: VehicleSheet.part(of: layout.body)) ?? []
        // An image would cover the notice.
        guard let notice = noticePart else { return pictures }
        return pictures.filter { $0.frame.intersection(notice).rows == 0 }
    }

    /// Whether images are enabled and no other screen covers them.
    private var showsPictures: Bool {
        guard setup.showsPictures, case .vehicle = router.current else { return false }
        return true
    }

    /// Screens on top of the base screen.
    private var sheets: ArraySlice<Route> {
        let base = router.stack.lastIndex(where: \.isBaseScreen) ?? 0
        return router.stack[(base + 1)...]
    }

    private func draw(_ sheet: Route, _ layout: BrowserLayout, on canvas: inout Canvas) {
        switch sheet {
        case .vehicle:
            vehicleSheet?.render(
                in: VehicleSheet.part(of: layout.body), showsPictures: showsPictures,
                isFavorite: vehicleSheet.map {
                    $0.presence == .absent
                        ? listModel.missingFavorite($0.id) != nil
                        : listModel.favoriteIDs.contains($0.id)
                } ?? false,
                on: &canvas)
        case .filter:
            filterSheet?.render(
                over: layout.sheet, showsSwatches: setup.showsSwatches, on: &canvas)
        case .notes:
            let context = NotesRenderContext(model: notes, source: setup.source, style: detailStyle)
            notesScreen.render(context, in: layout.body, on: &canvas)
        case .events: eventsScreen.render(events, style: detailStyle, in: layout.body, on: &canvas)
        case .help: help?.render(over: layout.sheet, on: &canvas)
        case .site: drawSite(SiteSheet.part(of: layout.body), on: &canvas)
        case .list, .map, .sites: break
        }
    }

    private func drawMap(_ part: Rect, on canvas: inout Canvas) {
        guard mapRequest.hasResult else {
            let middle = part.row + part.rows / 2
            return canvas.putCentered("loading …", in: part, row: middle, Style(.muted))
        }
        canvas.draw(in: part) { map.render(into: &$0, in: part) }
        if let vehicle = preview?.vehicle { drawMapLabel(of: vehicle, in: part, on: &canvas) }
        if let label = selectedNoteLabel { drawMapLabel("✎ " + label, in: part, on: &canvas) }
    }

    /// Draws a description of the selected vehicle at the lower right of the map.
    private func drawMapLabel(of vehicle: Vehicle, in part: Rect, on canvas: inout Canvas) {
        let label = [
            vehicle.id.limited, vehicle.state.rawValue, vehicle.color?.label,
            vehicle.battery.map(ShortText.battery),
        ].compactMap(\.self).joined(separator: " · ")
        drawMapLabel("◉ " + label, in: part, on: &canvas)
    }

    private func drawMapLabel(_ label: String, in part: Rect, on canvas: inout Canvas) {
        canvas.put(
            " " + label + " ", endColumn: part.endColumn, row: part.endRow - 1,
            Style(.text, on: .selection), limit: max(0, part.columns - 22))
    }

    private func drawList(_ part: Rect, on canvas: inout Canvas) {
        let context = VehicleListRenderContext(
            model: listModel, query: query, now: clock.shown, origin: setup.origin,
            showsSwatches: setup.showsSwatches)
        list.render(context, in: part, on: &canvas)
        guard listModel.count == 0 else { return }
        let body = part.dropping(top: VehicleListScreen.headerRows(listModel))
        let lines = emptyListLines.flatMap { text, style in
            text.wrapped(to: max(8, part.columns - 4)).map { ($0, style) }
        }
        canvas.draw(in: body) { canvas in
            let top = body.row + max(0, (body.rows - lines.count) / 3)
            for (row, (text, style)) in lines.enumerated() {
                canvas.putCentered(text, in: body, row: top + row, style)
            }
        }
    }

    /// Explanation of an empty list, and the key that helps.
    private var emptyListLines: [(String, Style)] {
        guard info != nil else {
            return [("loading \(setup.source) …", Style(.muted))]
        }
        // A list that has not been read yet may not be empty.
        guard let info = listModel.info else { return [] }
        guard info.total > 0 else {
            let cause =
                info.parseReport.skipped > 0
                ? "None of the \(info.parseReport.skipped) vehicles in the feed could be read."
                : "The feed has no vehicles right now."
            return [(cause, .plain), ("r refreshes", Style(.accent))]
        }
        if query.filter.favorites != nil, listModel.missingCount == listModel.favorites.count {
            return [
                (missingFavoritesText, .plain), ("F shows all vehicles", Style(.accent)),
            ]
        }
        let filter = ShortText.phrases(of: query.filter).joined(separator: " · ")
        return [
            ("None of the \(info.total) vehicles match the filter:", .plain),
            (filter, Style(bold: true)), ("c clears it, f changes it", Style(.accent)),
        ]
    }

    /// Message that no favorite is in the feed, with their IDs.
    private var missingFavoritesText: String {
        let names = listModel.favorites.prefix(12).map(\.name).joined(separator: ", ")
        let rest = listModel.favorites.count - 12
        return
            (listModel.favorites.count == 1
            ? "The favorite is missing: " : "All favorites are missing: ")
            + names + (rest > 0 ? " and \(ShortCount.grouped(rest)) more" : "")
    }
}
