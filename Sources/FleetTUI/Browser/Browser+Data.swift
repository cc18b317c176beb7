import FleetCore
import FleetService

/// States, snapshots and the results of reads.
extension Browser {
    /// Request for the list, with the selection at that time.
    struct ListRequest: Equatable, Sendable {
        var snapshot = SnapshotRequest()
        /// Selected vehicle at the time of the request.
        var selectedID: String?
        /// Index to select if that vehicle is not in the list.
        var near = 0
        /// Whether it repeats a request because the selection changed meanwhile.
        var isRetry = false
        /// Whether the top of the list is shown, whatever was selected.
        var showsTop = false
    }

    /// Requests what the shown screens lack.
    mutating func requestMissingData() {
        if !listRequest.snapshot.isPending, let range = listModel.missingRange(for: list.visible) {
            effects.append(.read(.window(range, generation: listModel.generation)))
        }
        request(map.requestPreview(isFront: router.current == .map))
        if router.current == .notes { request(notesScreen.requestText()) }
        // The browser subscribes to the sites when they are first shown, and stays subscribed.
        let mayLackVehicles = info == nil && update?.state.failure?.mayHaveSites == true
        if !siteFeed.isSubscribed,
            showsSites || mayLackVehicles || router.stack.contains(where: \.showsSites)
        {
            siteFeed.isSubscribed = true
            effects.append(.subscribeToSites)
        }
    }

    mutating func request(_ effect: Effect?) {
        if let effect { effects.append(effect) }
    }

    /// Description of the snapshot, and the time it was last found unchanged.
    var info: SnapshotInfo? { update?.state.info ?? listModel.info }

    /// Handles a state of the service; a new snapshot reloads everything.
    mutating func handle(_ update: StateUpdate) {
        self.update = update
        refreshRequestedAt = nil
        // Each fetched feed also brings in the notes that other processes wrote.
        if case .live = update.state { notesScreen.expire() }
        readNotesIfShown()
        showSitesIfAlone()
        guard let revision = update.state.info?.revision else { return }
        if revision != listRequest.snapshot.revision { reloadList(near: list.selected) }
        readPointsIfShown()
        compareIfNeeded()
    }

    /// Forgets all pending requests, so that the next state reads everything again.
    mutating func forgetRequests() {
        listRequest.snapshot.forget()
        mapRequest.forget()
        siteFeed.request.forget()
        listModel.forgetPending()
        notesScreen.forgetRequest()
        eventsScreen.forgetRequest()
    }

    /// Adds the events of a snapshot to the log.
    mutating func handle(_ update: EventUpdate?) {
        eventsScreen.apply(update)
        compareIfNeeded()
    }

    /// Requests a comparison with the previous snapshot.
    mutating func compareIfNeeded() {
        guard let revision = update?.state.info?.revision else { return }
        eventsScreen.narrow(to: query.filter, at: clock.shown)
        request(eventsScreen.request(revision))
    }
}

// MARK: - List

extension Browser {
    /// Reloads the list, after a pending request for the same query has been answered: a feed that
    /// changes fast must not keep the list from being shown.
    mutating func reloadList(near: Int) {
        if listRequest.snapshot.isPending {
            listRequest.snapshot.isOutdated = true
        } else {
            requestList(near: near)
        }
    }

    private mutating func requestList(near: Int, isRetry: Bool = false, showsTop: Bool = false) {
        guard let revision = update?.state.info?.revision else { return }
        listRequest.snapshot.restart(revision)
        listRequest.selectedID = showsTop ? nil : list.selectedID
        (listRequest.near, listRequest.isRetry, listRequest.showsTop) = (near, isRetry, showsTop)
        effects.append(
            .read(
                .list(
                    query, generation: listRequest.snapshot.generation,
                    selectedID: listRequest.selectedID, near: near)))
    }

    /// Shows a loaded list, unless a newer one has been requested since.
    mutating func handle(_ listed: ListResult) {
        guard listed.generation == listRequest.snapshot.generation else { return }
        listRequest.snapshot.isPending = false
        guard let selection = selection(in: listed) else {
            return requestList(near: list.selected, isRetry: true)
        }
        listModel.apply(listed)
        list.follow(listModel, selectedIndex: selection.index, near: selection.near)
        marks.follow(listModel)
        followFavorites()
        filterSheet?.update(listModel, filter: query.filter)
        if let vehicleSheet { effects.append(.read(.vehicle(id: vehicleSheet.id))) }
        if listRequest.snapshot.isOutdated { requestList(near: list.selected) }
    }

    /// Returns the index of the selection in a list; `nil` if it has to be requested.
    ///
    /// The selection may have moved while the list was loading. It is requested only once, so that
    /// a person who keeps moving still sees new lists.
    private func selection(in listed: ListResult) -> (index: Int?, near: Int)? {
        if listRequest.showsTop { return (nil, 0) }
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
        listRequest.snapshot.isOutdated = true
        mapRequest.revision = nil
        compareIfNeeded()
    }

    /// Changes the filter or the order of the list.
    mutating func change(_ change: (inout VehicleQuery) -> Void) {
        var new = query
        change(&new)
        self.change(new)
    }

    /// Changes the filter or the order of the list; a new order shows its top.
    mutating func change(_ new: VehicleQuery) {
        let old = query
        guard new != old else { return }
        query = new
        if new.filter.color != old.filter.color { effects.append(.write(.save(new.filter.color))) }
        if new.filter != old.filter { list.resetIDWidth() }
        requestList(near: 0, showsTop: new.order != old.order)
        mapRequest.revision = nil
        readPointsIfShown()
        compareIfNeeded()
    }

    /// Shows the lookup result of the open vehicle.
    mutating func show(_ found: FoundVehicle?, requestedID id: String) {
        guard vehicleSheet?.id == id else { return }
        var found = found
        found?.detail.isStale = update?.hasFailed ?? false
        let style = context.style
        vehicleSheet?.update(found, style: style, sites: siteFeed.sortedSites)
        if setup.pictures != .none { request(vehicleSheet?.requestPictures()) }
        guard let found else { return }
        correctRoute(found.detail.vehicle.id)
        if let index = found.index, !listRequest.snapshot.isPending {
            list.select(index, listModel)
        }
    }
}

// MARK: - Map and notes

extension Browser {
    /// Requests the vehicles of the map if it is shown and they are not those of the snapshot.
    mutating func readPointsIfShown() {
        guard router.baseScreen == .map, let revision = update?.state.info?.revision,
            revision != mapRequest.revision, mapRequest.start(revision)
        else { return }
        effects.append(.read(.points(query.filter, generation: mapRequest.generation)))
    }

    /// Shows the vehicles of the map.
    mutating func show(_ points: [MapPoint], withoutPosition: Int, generation: Int) {
        guard generation == mapRequest.generation else { return }
        mapRequest.isPending = false
        map.show(points, withoutPosition: withoutPosition)
        if mapRequest.isOutdated {
            mapRequest.revision = nil
            readPointsIfShown()
        }
    }

    /// Requests the notes if they are shown and may be outdated.
    mutating func readNotesIfShown() {
        let isShown = router.baseScreen == .map || router.stack.contains(.notes)
        if isShown, update != nil { request(notesScreen.request()) }
    }

    /// Reloads the notes after one was written or removed.
    mutating func reloadNotes() {
        notesScreen.expire()
        readNotesIfShown()
        if let vehicleSheet { effects.append(.read(.vehicle(id: vehicleSheet.id))) }
    }

    /// Shows loaded notes.
    mutating func show(_ list: NoteList?, generation: Int) {
        guard notesScreen.apply(list, generation: generation) else { return }
        map.show(notesScreen.model.summaries)
        readNotesIfShown()
    }
}

// MARK: - Sites

extension Browser {
    /// Shows the sites of a source without vehicles instead of the list of vehicles, and on the
    /// map.
    private mutating func showSitesIfAlone() {
        guard siteFeed.follow(vehicles: update?.state) else { return }
        map.show([], withoutPosition: 0)
        if router.current == .list { go(to: .sites) }
        guard let failure = update?.state.failure, failure.leavesStations == true else {
            return showNotice("\(setup.source.limited) has no vehicles; these are its stations")
        }
        showNotice(
            "\(failure.cause.limited); these are the stations of \(setup.source.limited)",
            isFailure: true)
    }

    /// Shows loaded sites; a new alarm is announced on every screen.
    mutating func handle(_ sortedSites: SortedSites, generation: Int) {
        guard generation == siteFeed.request.generation else { return }
        if let message = siteFeed.sortedSites.flatMap(sortedSites.newAlarmText) {
            showNotice(message, isFailure: true)
        }
        let next = siteFeed.apply(sortedSites)
        siteList.follow(sortedSites)
        siteSheet?.update(sortedSites)
        let style = context.style
        vehicleSheet?.tick(style: style, sites: sortedSites)
        map.show(sortedSites.sites)
        readOpenSite()
        request(next)
        showSitesIfAlone()
    }

    /// Opens a site with the data of the last loaded snapshot.
    mutating func openSite(_ id: String) {
        if siteSheet?.id != id {
            siteSheet = SiteSheet(id: id)
            if let sortedSites = siteFeed.sortedSites { siteSheet?.update(sortedSites) }
        }
        readOpenSite()
    }

    private mutating func readOpenSite() {
        guard let sheet = siteSheet, sheet.isPresent == true else { return }
        effects.append(.site(id: sheet.id))
    }
}

extension StateUpdate {
    /// Whether the last attempt to load a newer snapshot failed.
    var hasFailed: Bool {
        switch state {
        case .failed, .stopped: true
        case .idle, .loading, .live: false
        }
    }
}
