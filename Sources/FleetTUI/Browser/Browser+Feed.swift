import FleetCore
import FleetService

extension Browser {
    /// Description of the snapshot, and the time it was last found unchanged.
    var info: SnapshotInfo? { update?.state.info ?? listModel.info }

    /// Whether the last attempt to load a newer snapshot failed.
    var isStale: Bool {
        switch update?.state {
        case .failed, .stopped: true
        case .idle, .loading, .live, nil: false
        }
    }

    /// Handles a state of the service; a new snapshot reloads everything.
    mutating func handle(_ update: StateUpdate) {
        self.update = update
        refreshRequestedAt = nil
        // Each fetched feed also brings in the notes that other processes wrote.
        if case .live = update.state { notes.expire() }
        readNotesIfShown()
        guard let revision = update.state.info?.revision else { return }
        if revision != listRequest.revision { reloadList(near: list.selected) }
        readPointsIfShown()
        compareIfNeeded()
    }

    /// Reloads the list, after a pending request for the same query has been answered: a feed that
    /// changes fast must not keep the list from being shown.
    mutating func reloadList(near: Int) {
        if listRequest.isPending {
            listRequest.isOutdated = true
        } else {
            requestList(near: near)
        }
    }

    private mutating func requestList(near: Int, isRetry: Bool = false) {
        guard let revision = update?.state.info?.revision else { return }
        listRequest.generation += 1
        listRequest.isPending = true
        listRequest.isOutdated = false
        listRequest.revision = revision
        (listRequest.selectedID, listRequest.near) = (list.selectedID, near)
        listRequest.isRetry = isRetry
        effects.append(
            .list(
                query, generation: listRequest.generation, selectedID: list.selectedID, near: near))
    }

    /// Forgets all pending requests, so that the next state reads everything again.
    mutating func forgetRequests() {
        for request in [\Browser.listRequest, \Browser.mapRequest, \Browser.siteFeed.request] {
            self[keyPath: request].isPending = false
            self[keyPath: request].revision = nil
        }
        listModel.forgetPending()
        notes.forgetRequest()
        events.forgetRequest()
    }

    /// Shows a loaded list, unless a newer one has been requested since.
    mutating func handle(_ listed: ListResult) {
        guard listed.generation == listRequest.generation else { return }
        listRequest.isPending = false
        guard let selection = selection(in: listed) else {
            return requestList(near: list.selected, isRetry: true)
        }
        listModel.apply(listed)
        list.follow(listModel, selectedIndex: selection.index, near: selection.near)
        followFavorites()
        filterSheet?.update(facets: listModel.facets, filter: query.filter)
        if let vehicleSheet { effects.append(.find(id: vehicleSheet.id)) }
        if listRequest.isOutdated { requestList(near: list.selected) }
    }

    /// Returns the index of the selection in a list; nil if it has to be requested.
    ///
    /// The selection may have moved while the list was loading. It is requested only once, so that a
    /// person who keeps moving still sees new lists.
    private func selection(in listed: ListResult) -> (index: Int?, near: Int)? {
        guard list.selectedID != listRequest.selectedID else {
            return (listed.selectedIndex, listRequest.near)
        }
        guard let id = list.selectedID else { return (nil, list.selected) }
        if let index = listed.vehicles.firstIndex(where: { $0?.id == id }) {
            return (listed.start + index, list.selected)
        }
        return listRequest.isRetry ? (nil, list.selected) : nil
    }

    /// Updates the filter of a list of favorites when the favorites change.
    private mutating func followFavorites() {
        guard let shown = query.filter.favorites, shown != listModel.favoriteIDs else { return }
        query.filter.favorites = listModel.favorites.isEmpty ? nil : listModel.favoriteIDs
        listRequest.isOutdated = true
        mapRequest.revision = nil
    }

    /// Changes the filter or the order of the list.
    mutating func change(_ change: (inout VehicleQuery) -> Void) {
        let old = query
        change(&query)
        guard query != old else { return }
        if query.filter.color != old.filter.color { effects.append(.save(query.filter.color)) }
        if query.filter != old.filter { list.resetIDWidth() }
        requestList(near: 0)
        mapRequest.revision = nil
        readPointsIfShown()
    }
}

extension Browser {
    /// Requests the vehicles of the map if it is shown and they are not those of the snapshot.
    mutating func readPointsIfShown() {
        guard router.baseScreen == .map, let revision = update?.state.info?.revision,
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

    /// Shows the vehicles of the map.
    mutating func show(_ points: [MapPoint], withoutPosition: Int, generation: Int) {
        guard generation == mapRequest.generation else { return }
        mapRequest.isPending = false
        mapRequest.hasResult = true
        preview = nil
        map.show(points, withoutPosition: withoutPosition)
        if mapRequest.isOutdated {
            mapRequest.revision = nil
            readPointsIfShown()
        }
    }
}

extension Browser {
    /// Requests the vehicle that is selected on the map.
    mutating func previewSelection() {
        let row = router.current == .map ? map.selectedRow : nil
        guard row != preview?.row else { return }
        preview = row.map { VehiclePreview(row: $0) }
        if let row { effects.append(.preview(row: row)) }
    }
}

extension Browser {
    /// Style of the vehicle details.
    var detailStyle: TableStyle {
        TableStyle(
            width: nil, isColored: false, now: clock.shown, localTime: setup.localTime)
    }

    /// Shows the lookup result of the open vehicle.
    mutating func show(_ found: FoundVehicle?, requestedID id: String) {
        guard vehicleSheet?.id == id else { return }
        let (detail, style) = (found.map(withStaleness), detailStyle)
        vehicleSheet?.update(detail, style: style, sites: siteFeed.sortedSites)
        if setup.showsPictures, let request = vehicleSheet?.requestPictures() {
            effects.append(request)
        }
        guard let found else { return }
        if case .vehicle = router.current { router.go(to: .vehicle(found.detail.vehicle.id)) }
        if let index = found.index, !listRequest.isPending { list.select(index, listModel) }
    }

    /// Opens a vehicle that was selected on the map.
    mutating func open(_ found: FoundVehicle?) {
        guard let found else {
            return showNotice("this vehicle is missing from the feed", isFailure: true)
        }
        open(found.detail.vehicle.id)
        show(found, requestedID: found.detail.vehicle.id)
    }

    private func withStaleness(_ found: FoundVehicle) -> FoundVehicle {
        var found = found
        found.detail.isStale = isStale
        return found
    }
}
