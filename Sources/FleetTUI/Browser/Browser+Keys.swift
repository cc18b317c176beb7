import FleetCore

extension Browser {
    /// Handles a key: first the keys that work everywhere, then those of the front screen, then the
    /// common keys that the screen does not use itself.
    mutating func handle(_ key: Key) {
        switch key {
        case .control("z"): effects.append(.suspend)
        case .control("l"): effects.append(.redraw)
        case .control("r"), .function(5): refresh()
        default:
            if !typeNote(key), !handleInFront(key) { handleCommon(key) }
        }
    }

    private mutating func handleInFront(_ key: Key) -> Bool {
        switch router.current {
        case .list: handleInList(key)
        case .map: handleOnMap(key)
        case .vehicle: handleInVehicle(key)
        case .notes: handleInNotes(key)
        case .sites: handleInSites(key)
        case .site: handleInSite(key)
        case .events: handleInEvents(key)
        case .filter: handleInFilter(key)
        case .help: handleInHelp(key)
        }
    }

    private mutating func handleCommon(_ key: Key) {
        switch key {
        case .character("r"): refresh()
        case .character("q"), .escape: goBack()
        case .character("?"), .function(1): go(to: .help)
        case .character("m"): router.current == .map ? goBack() : showMap()
        case .character("n"): go(to: .notes)
        case .character("S"): router.current == .sites ? goBack() : go(to: .sites)
        case .character("e"): go(to: .events)
        case .character("f"): go(to: .filter)
        case .character("c"): clearFilter()
        case .character("*"): toggleFavorite()
        case .character("F"): toggleFavoritesOnly()
        case .character("s"): sort()
        case .character("/"):
            go(to: .list)
            list.beginSearch(query.filter.search)
        default: break
        }
    }

    /// Restarts the subscription; a repeated refresh is ignored until the service has responded.
    mutating func refresh() {
        guard !showsSites else { return refreshSites() }
        if let last = refreshRequestedAt, clock.machine - last < .seconds(1) { return }
        refreshRequestedAt = clock.machine
        notice = nil
        effects.append(.refresh)
    }

    private mutating func clearFilter() {
        let phrases = ShortText.phrases(of: query.filter)
        guard !phrases.isEmpty else { return showNotice("no filter to clear") }
        change { $0.filter = Filter() }
        showNotice("cleared: " + phrases.joined(separator: " · "))
    }

    /// Toggles the open or selected vehicle as a favorite.
    private mutating func toggleFavorite() {
        let id = router.current == .list ? list.selectedID : vehicleSheet?.id
        guard let id else { return }
        let isMissing = router.current != .list && vehicleSheet?.presence == .absent
        let missing = isMissing ? listModel.missingFavorite(id)?.id : nil
        effects.append(.toggleFavorite(id: missing ?? id))
    }

    /// Shows only the favorites, or all vehicles again.
    private mutating func toggleFavoritesOnly() {
        guard query.filter.favorites == nil else { return change { $0.filter.favorites = nil } }
        guard !listModel.favorites.isEmpty else {
            return showNotice("no favorites yet; * adds the selected vehicle")
        }
        let ids = listModel.favoriteIDs
        change { $0.filter.favorites = ids }
    }

    /// Sorts by the next order; by distance only with `--near`.
    private mutating func sort() {
        var orders: [VehicleOrder] = [.id, .battery, .range, .lastReported]
        if let origin = setup.origin { orders.append(.distance(from: origin)) }
        let next = (orders.firstIndex(of: query.order) ?? -1) + 1
        change { $0.order = orders[next % orders.count] }
        showNotice("sorted by \(query.order.name)")
    }

    /// Shows the map, centered on the open vehicle.
    private mutating func showMap() {
        let row = vehicleSheet?.row
        go(to: .map)
        if let row { map.center(on: row) }
    }
}

extension Browser {
    private mutating func handleInList(_ key: Key) -> Bool {
        let outcome: VehicleListScreen.Outcome
        if case .mouse(let mouse) = key {
            outcome = handleInList(mouse)
        } else {
            outcome = list.handle(key, listModel, at: clock.machine)
        }
        switch outcome {
        case .handled: break
        case .open: openSelection()
        case .refresh: refresh()
        case .search(let text):
            change { $0.filter.search = text.flatMap { $0.isEmpty ? nil : $0 } }
        case .ignored:
            guard key == .escape else { return false }
            clearSearch()
        }
        return true
    }

    /// Clears the search on Escape, which never quits the program.
    private mutating func clearSearch() {
        change { $0.filter.search = nil }
    }

    private mutating func handleInList(_ mouse: Mouse) -> VehicleListScreen.Outcome {
        let body = listBody
        switch mouse.kind {
        case .wheelUp: return list.wheel(up: true, listModel, at: clock.machine)
        case .wheelDown: return list.wheel(up: false, listModel, at: clock.machine)
        case .press where body.contains(column: mouse.column, row: mouse.row):
            return list.click(row: mouse.row - body.row, listModel)
        case .press, .drag, .release: return .handled
        }
    }

    private mutating func handleOnMap(_ key: Key) -> Bool {
        let body = layout.body
        switch map.handle(key, origin: (body.column, body.row)) {
        case .handled: return true
        case .ignored: return false
        case .open(let row):
            effects.append(.findAtRow(row))
            return true
        case .openNote(let number):
            openNote(number)
            return true
        case .openSite(let id):
            go(to: .site(id))
            return true
        }
    }

    private mutating func handleInVehicle(_ key: Key) -> Bool {
        guard var sheet = vehicleSheet else { return false }
        let outcome = sheet.handle(key, part: VehicleSheet.part(of: layout.body))
        vehicleSheet = sheet
        switch outcome {
        case .handled: break
        case .ignored: return false
        case .close: goBack()
        case .addNote: noteDraft = NoteDraft(subject: .vehicle(id: sheet.id))
        case .writeQR: effects.append(.writeQR(id: sheet.id))
        case .copy(let id):
            effects.append(.copy(id))
            showNotice("copied \(id) (if the terminal allows it)")
        case .neighbor(let steps):
            list.step(steps, listModel)
            openSelection()
        }
        return true
    }

    private mutating func handleInFilter(_ key: Key) -> Bool {
        guard var sheet = filterSheet else { return false }
        let outcome = sheet.handle(key, screen: layout.sheet)
        filterSheet = sheet
        switch outcome {
        case .handled: break
        case .ignored: return false
        case .close: goBack()
        case .changed(let filter): change { $0.filter = filter }
        }
        return true
    }

    private mutating func handleInHelp(_ key: Key) -> Bool {
        guard var screen = help else { return false }
        let isDone = screen.handle(key, part: screen.part(of: layout.sheet))
        help = screen
        if isDone { goBack() }
        return true
    }
}
