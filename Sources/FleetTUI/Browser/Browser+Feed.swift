import FleetCore
import FleetService

extension Browser {
    /// What is known of the snapshot, and of the last time that it was found unchanged.
    var info: SnapshotInfo? { update?.state.info ?? catalog.info }

    /// Whether a newer snapshot was wanted and could not be had.
    var isStale: Bool {
        switch update?.state {
        case .failed, .stopped: true
        case .idle, .loading, .live, nil: false
        }
    }

    /// Takes a state of the service; a new snapshot has everything read anew.
    mutating func handle(_ update: StateUpdate) {
        self.update = update
        refreshAskedAt = nil
        // Notes of other processes are seen with the next answer of the feed at the latest.
        if case .live = update.state { notes.expire() }
        readNotesIfShown()
        guard let revision = update.state.info?.revision else { return }
        if revision != listRequest.revision { remakeList(near: list.selected) }
        readPointsIfShown()
        compareIfWanted()
    }

    /// Has the list be made anew; one that is under way for the same query is waited for, so that a
    /// feed that changes fast never keeps it from being shown.
    mutating func remakeList(near: Int) {
        if listRequest.isPending {
            listRequest.isOutdated = true
        } else {
            requestList(near: near)
        }
    }

    private mutating func requestList(near: Int, isRepeated: Bool = false) {
        guard let revision = update?.state.info?.revision else { return }
        listRequest.generation += 1
        listRequest.isPending = true
        listRequest.isOutdated = false
        listRequest.revision = revision
        (listRequest.keeping, listRequest.near) = (list.selectedID, near)
        listRequest.isRepeated = isRepeated
        effects.append(
            .list(
                query, generation: listRequest.generation, keeping: list.selectedID, near: near))
    }

    /// Nothing is under way any more, and nothing that is shown is of the present snapshot.
    mutating func forgetRequests() {
        for request in [\Browser.listRequest, \Browser.mapRequest, \Browser.sites.request] {
            self[keyPath: request].isPending = false
            self[keyPath: request].revision = nil
        }
        catalog.forgetAwaited()
        notes.forgetRequest()
        events.forgetRequest()
    }

    /// Takes a list that was made, unless another was asked for since.
    mutating func handle(_ listed: Listed) {
        guard listed.generation == listRequest.generation else { return }
        listRequest.isPending = false
        guard let choice = choice(in: listed) else {
            return requestList(near: list.selected, isRepeated: true)
        }
        catalog.show(listed)
        list.follow(catalog, kept: choice.kept, near: choice.near)
        followFavorites()
        filterSheet?.update(kinds: catalog.kinds, filter: query.filter)
        if let vehicleSheet { effects.append(.find(id: vehicleSheet.id)) }
        if listRequest.isOutdated { requestList(near: list.selected) }
    }

    /// Where the choice is in a list; `nil` if that has to be asked.
    ///
    /// It may have been moved while the list was made. It is asked for once, so that who moves on and on
    /// sees new lists all the same.
    private func choice(in listed: Listed) -> (kept: Int?, near: Int)? {
        guard list.selectedID != listRequest.keeping else { return (listed.kept, listRequest.near) }
        guard let id = list.selectedID else { return (nil, list.selected) }
        if let place = listed.vehicles.firstIndex(where: { $0?.id == id }) {
            return (listed.start + place, list.selected)
        }
        return listRequest.isRepeated ? (nil, list.selected) : nil
    }

    /// The list of the favorites alone follows them.
    private mutating func followFavorites() {
        guard let shown = query.filter.favorites, shown != catalog.favoriteIDs else { return }
        query.filter.favorites = catalog.favorites.isEmpty ? nil : catalog.favoriteIDs
        listRequest.isOutdated = true
        mapRequest.revision = nil
    }

    /// Narrows or orders the list anew.
    mutating func change(_ change: (inout VehicleQuery) -> Void) {
        let old = query
        change(&query)
        guard query != old else { return }
        if query.filter.color != old.filter.color { effects.append(.save(query.filter.color)) }
        if query.filter != old.filter { list.forgetWidths() }
        requestList(near: 0)
        mapRequest.revision = nil
        readPointsIfShown()
    }
}

extension Browser {
    /// Has the map's vehicles be read if it is shown and they are not those of the snapshot.
    mutating func readPointsIfShown() {
        guard router.ground == .map, let revision = update?.state.info?.revision,
            revision != mapRequest.revision
        else { return }
        guard !mapRequest.isPending else {
            mapRequest.isOutdated = true
            return
        }
        mapRequest.generation += 1
        mapRequest.isPending = true
        mapRequest.isOutdated = false
        mapRequest.revision = revision
        effects.append(.points(query.filter, generation: mapRequest.generation))
    }

    /// Takes the vehicles of the map.
    mutating func show(_ points: [MapPoint], _ withoutPosition: Int, _ generation: Int) {
        guard generation == mapRequest.generation else { return }
        mapRequest.isPending = false
        mapRequest.isAnswered = true
        peek = nil
        map.show(points, withoutPosition: withoutPosition)
        if mapRequest.isOutdated {
            mapRequest.revision = nil
            readPointsIfShown()
        }
    }
}

extension Browser {
    /// Asks what the vehicle is that is chosen on the map.
    mutating func peekAtChosen() {
        let row = router.current == .map ? map.chosenRow : nil
        guard row != peek?.row else { return }
        peek = row.map { Peek(row: $0) }
        if let row { effects.append(.peek(row: row)) }
    }
}

extension Browser {
    /// How details are laid out.
    var detailStyle: TableStyle {
        TableStyle(
            width: nil, isColored: false, now: clock.shown, localTime: setup.localTime)
    }

    /// Takes what was found of the vehicle that is open.
    mutating func show(_ found: FoundVehicle?, askedFor id: String) {
        guard vehicleSheet?.id == id else { return }
        let (detail, style) = (found.map(marked), detailStyle)
        vehicleSheet?.update(detail, style: style, sites: sites.roll)
        if setup.showsPictures, let wanted = vehicleSheet?.wantsPictures() {
            effects.append(wanted)
        }
        guard let found else { return }
        if case .vehicle = router.current { router.go(to: .vehicle(found.detail.vehicle.id)) }
        if let index = found.index, !listRequest.isPending { list.select(index, catalog) }
    }

    /// Opens a vehicle that was chosen on the map.
    mutating func open(_ found: FoundVehicle?) {
        guard let found else { return tell("this vehicle has gone", isFailure: true) }
        open(found.detail.vehicle.id)
        show(found, askedFor: found.detail.vehicle.id)
    }

    private func marked(_ found: FoundVehicle) -> FoundVehicle {
        var found = found
        found.detail.isStale = isStale
        return found
    }
}
