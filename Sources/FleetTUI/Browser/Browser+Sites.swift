import FleetCore
import FleetService

extension Browser {
    /// Subscribes to the sites when they are first shown, and stays subscribed.
    mutating func subscribeToSitesIfShown() {
        guard !siteFeed.isSubscribed, router.stack.contains(where: \.showsSites) else { return }
        siteFeed.isSubscribed = true
        effects.append(.subscribeToSites)
    }

    /// Handles a state of the site feed; a new snapshot reloads the sites.
    mutating func handleSites(_ update: StateUpdate) {
        siteFeed.update = update
        siteFeed.refreshRequestedAt = nil
        guard let revision = update.state.info?.revision, revision != siteFeed.request.revision
        else { return }
        readSites(revision)
    }

    private mutating func readSites(_ revision: Int64) {
        guard !siteFeed.request.isPending else { return siteFeed.request.isOutdated = true }
        siteFeed.request.generation += 1
        siteFeed.request.isPending = true
        siteFeed.request.isOutdated = false
        siteFeed.request.revision = revision
        effects.append(.sites(generation: siteFeed.request.generation))
    }

    /// Shows loaded sites; a new alarm is announced on every screen.
    mutating func handle(_ sortedSites: SortedSites, generation: Int) {
        guard generation == siteFeed.request.generation else { return }
        siteFeed.request.isPending = false
        if let message = siteFeed.sortedSites.flatMap(sortedSites.newAlarmText) {
            showNotice(message, isFailure: true)
        }
        siteFeed.sortedSites = sortedSites
        siteList.follow(sortedSites)
        siteSheet?.update(sortedSites)
        let style = detailStyle
        vehicleSheet?.tick(style: style, sites: sortedSites)
        map.show(sortedSites.sites)
        readOpenSite()
        if siteFeed.request.isOutdated, let revision = siteFeed.update?.state.info?.revision {
            readSites(revision)
        }
    }

    /// Shows the stored sensor history of the open site.
    mutating func show(_ found: FoundSite?) {
        if let found { siteSheet?.update(found) }
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

    mutating func handleInSites(_ key: Key) -> Bool {
        let outcome: SiteListScreen.Outcome
        if case .mouse(let mouse) = key {
            let body = siteListBody
            outcome = siteList.handle(mouse.kind, row: mouse.row - body.row)
        } else {
            outcome = siteList.handle(key, allSites: siteFeed.sortedSites)
        }
        switch outcome {
        case .handled: return true
        case .ignored: return false
        case .open: if let site = siteList.selectedSite { go(to: .site(site.id)) }
        case .vehicles: if let site = siteList.selectedSite { showVehicles(of: site) }
        }
        return true
    }

    mutating func handleInSite(_ key: Key) -> Bool {
        guard var sheet = siteSheet else { return false }
        let outcome = sheet.handle(key, part: SiteSheet.part(of: layout.body))
        siteSheet = sheet
        switch outcome {
        case .handled: break
        case .ignored: return false
        case .close: goBack()
        case .neighbor(let steps): openNeighbor(steps)
        case .vehicles: if let site = sheet.site { showVehicles(of: site) }
        case .map: showOnMap(sheet.site)
        }
        return true
    }

    private mutating func openNeighbor(_ steps: Int) {
        if let id = siteSheet?.id { siteList.select(id: id) }
        if siteList.step(steps), let site = siteList.selectedSite { go(to: .site(site.id)) }
    }

    /// Filters the list to the vehicles at a site and clears the search.
    ///
    /// The rest of the filter stays: cleared colors would be saved for the next run, too.
    private mutating func showVehicles(of site: Site) {
        change { ($0.filter.station, $0.filter.search) = (site.id, nil) }
        go(to: .list)
    }

    private mutating func showOnMap(_ site: Site?) {
        guard let site, site.position != nil else {
            return showNotice("this site has no location", isFailure: true)
        }
        go(to: .map)
        map.center(onSite: site.id)
    }

    /// Restarts the subscription to the sites.
    mutating func refreshSites() {
        if let last = siteFeed.refreshRequestedAt, clock.machine - last < .seconds(1) { return }
        siteFeed.refreshRequestedAt = clock.machine
        notice = nil
        effects.append(.refreshSites)
    }
}

extension Browser {
    /// Area of the site list's rows.
    var siteListBody: Rect { layout.body.dropping(top: SiteListScreen.headerRows) }

    private var loadingText: String { "loading the sites of \(setup.source.limited) …" }

    func drawSites(_ part: Rect, on canvas: inout Canvas) {
        let context = SiteListRenderContext(
            sortedSites: siteFeed.sortedSites, now: clock.shown, loadingText: loadingText)
        siteList.render(context, in: part, on: &canvas)
    }

    func drawSite(_ part: Rect, on canvas: inout Canvas) {
        let context = SiteSheetRenderContext(
            now: clock.shown, fetchedAt: siteFeed.sortedSites?.info.fetchedAt,
            isStale: siteFeed.isStale, localTime: setup.localTime, loadingText: loadingText)
        siteSheet?.render(context, in: part, on: &canvas)
    }

    /// Number of sites, and the search that filters them.
    var siteCountLabel: String {
        guard let sortedSites = siteFeed.sortedSites else { return "no sites yet" }
        guard let search = siteList.search else { return sortedSites.countLabel }
        let count = ShortCount.grouped(siteList.sites.count)
        return "\(count) of \(sortedSites.countLabel)  ▼ \(search.limited)"
    }
}
