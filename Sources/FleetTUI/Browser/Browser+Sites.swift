import FleetCore
import FleetService

extension Browser {
    /// Begins the subscription to the sites when they are first looked at; it goes on from then.
    mutating func subscribeToSitesIfShown() {
        guard !sites.isSubscribed, router.stack.contains(where: \.isOfSites) else { return }
        sites.isSubscribed = true
        effects.append(.subscribeToSites)
    }

    /// Takes a state of the sites' feed; a new snapshot has them read anew.
    mutating func handleSites(_ update: StateUpdate) {
        sites.update = update
        sites.refreshAskedAt = nil
        guard let revision = update.state.info?.revision, revision != sites.request.revision
        else { return }
        readSites(revision)
    }

    private mutating func readSites(_ revision: Int64) {
        guard !sites.request.isPending else { return sites.request.isOutdated = true }
        sites.request.generation += 1
        sites.request.isPending = true
        sites.request.isOutdated = false
        sites.request.revision = revision
        effects.append(.sites(generation: sites.request.generation))
    }

    /// Takes the sites that were read; an alarm that has begun is told on every screen.
    mutating func handle(_ roll: SiteRoll, generation: Int) {
        guard generation == sites.request.generation else { return }
        sites.request.isPending = false
        if let news = sites.roll.flatMap(roll.news) { tell(news, isFailure: true) }
        sites.roll = roll
        siteList.follow(roll)
        siteSheet?.update(roll)
        let style = detailStyle
        vehicleSheet?.tick(style: style, sites: roll)
        map.show(roll.sites)
        readOpenSite()
        if sites.request.isOutdated, let revision = sites.update?.state.info?.revision {
            readSites(revision)
        }
    }

    /// Takes what the store keeps of the site that is open.
    mutating func show(_ found: FoundSite?) {
        if let found { siteSheet?.update(found) }
    }

    /// Opens a site, with what is known of it already.
    mutating func beginSite(_ id: String) {
        if siteSheet?.id != id {
            siteSheet = SiteSheet(id: id)
            if let roll = sites.roll { siteSheet?.update(roll) }
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
            outcome = siteList.handle(key, sites.roll)
        }
        switch outcome {
        case .handled: return true
        case .ignored: return false
        case .open: if let site = siteList.chosen { go(to: .site(site.id)) }
        case .vehicles: if let site = siteList.chosen { showVehicles(of: site) }
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
        if let id = siteSheet?.id { siteList.choose(id) }
        if siteList.step(steps), let site = siteList.chosen { go(to: .site(site.id)) }
    }

    /// Narrows the list of vehicles to those that say that they are at a site, whatever was searched for;
    /// the rest of the filter stays, since colors that are given up would be so for the next time too.
    private mutating func showVehicles(of site: Site) {
        change { ($0.filter.station, $0.filter.search) = (site.id, nil) }
        go(to: .list)
    }

    private mutating func showOnMap(_ site: Site?) {
        guard let site, site.position != nil else {
            return tell("nobody tells where this site is", isFailure: true)
        }
        go(to: .map)
        map.center(onSite: site.id)
    }

    /// Ends the subscription to the sites and begins anew.
    mutating func refreshSites() {
        if let asked = sites.refreshAskedAt, clock.machine - asked < .seconds(1) { return }
        sites.refreshAskedAt = clock.machine
        notice = nil
        effects.append(.refreshSites)
    }
}

extension Browser {
    /// Where the rows of the list of the sites are.
    var siteListBody: Rect { layout.body.dropping(top: SiteListScreen.headRows) }

    private var waitingWords: String { "reading the sites of \(setup.source.limited) …" }

    func drawSites(_ part: Rect, on canvas: inout Canvas) {
        let look = SiteLook(roll: sites.roll, now: clock.shown, waiting: waitingWords)
        siteList.render(look, in: part, on: &canvas)
    }

    func drawSite(_ part: Rect, on canvas: inout Canvas) {
        let look = SiteSheetLook(
            now: clock.shown, fetchedAt: sites.roll?.info.fetchedAt, isStale: sites.isStale,
            localTime: setup.localTime, waiting: waitingWords)
        siteSheet?.render(look, in: part, on: &canvas)
    }

    /// How many sites there are, and what they are narrowed to.
    var siteCountWords: String {
        guard let roll = sites.roll else { return "no sites yet" }
        guard let search = siteList.search else { return roll.countWords }
        let count = ShortCount.grouped(siteList.sites.count)
        return "\(count) of \(roll.countWords)  ▼ \(search.limited)"
    }
}
