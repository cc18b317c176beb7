import FleetCore

extension PlainBrowser {
    /// Returns whether the data of an answer have been read.
    func isReady(_ answer: Answer) -> Bool {
        switch answer {
        case .list:
            browser.listModel.info != nil && !browser.listRequest.snapshot.isPending
                && pageIndices.allSatisfy { browser.listModel[$0] != .notLoaded }
        case .vehicle: browser.vehicleSheet.map { $0.presence != .unknown } ?? true
        case .sites: browser.siteFeed.sortedSites != nil
        case .site: browser.siteSheet.map { $0.isPresent != nil } ?? true
        case .notes: browser.notesScreen.model.state != .loading
        case .note(let number):
            browser.notesScreen.model.open.map { $0.number == number && $0.note != nil } ?? false
        case .notice: false
        }
    }

    /// Prints an answer.
    mutating func print(_ answer: Answer) {
        switch answer {
        case .list: printList()
        case .vehicle: printVehicle()
        case .sites: printSites()
        case .site: printSite()
        case .notes: printNotes()
        case .note: printNote()
        case .notice: break
        }
    }

    private var style: TableStyle { browser.context.style }

    // MARK: - Vehicles

    private var pageIndices: Range<Int> {
        (pageStart..<pageStart + Self.pageRows).clamped(to: 0..<browser.listModel.count)
    }

    private mutating func printList() {
        guard let info = browser.listModel.info else { return }
        let list = browser.listModel
        var query = browser.query
        query.hasSavedColors = query.filter.color == browser.setup.savedColors
        let header = ListHeader(
            of: query, in: info, from: browser.setup.source.limited, counts: list.counts,
            isStale: browser.update?.hasFailed ?? false)
        say(TableHeader(header, style: style).text.split(separator: "\n").map(String.init))
        let description = VehicleDescription(
            info.feed, style: style, origin: browser.setup.origin)
        items = [:]
        for index in pageIndices {
            guard let vehicle = list[index].vehicle else { continue }
            let star = list.favoriteIDs.contains(vehicle.id) ? ", favorite" : ""
            say("\(index + 1). " + description.text(of: vehicle) + star)
            items[index + 1] = .vehicle(vehicle.id)
        }
        sayPage(pageIndices, of: list.count)
    }

    private mutating func sayPage(_ indices: Range<Int>, of count: Int) {
        guard count > Self.pageRows else { return }
        let more = indices.upperBound < count ? "; Enter alone for the next page" : ", the last"
        say("\(indices.lowerBound + 1) to \(indices.upperBound) of \(count)\(more)")
    }

    private mutating func printVehicle() {
        guard let sheet = browser.vehicleSheet else { return }
        guard sheet.detail != nil else {
            let isFavorite = browser.listModel.missingFavorite(sheet.id) != nil
            return say(
                isFavorite
                    ? "This favorite is missing from the feed." : "No vehicle has this ID.")
        }
        shownVehicle = ShownVehicle(sheet)
        if sheet.presence == .absent { say("Missing; last known data:") }
        say(sheet.lines.map { $0.name.isEmpty ? $0.value : "\($0.name): \($0.value)" })
        if browser.listModel.favoriteIDs.contains(sheet.id) { say("favorite: yes") }
    }

    mutating func printChoices() {
        guard browser.listModel.info != nil else { return say("No vehicles yet.") }
        let filter = browser.query.filter
        items = [:]
        let model = browser.listModel
        let sections = FilterSection.all(
            facets: model.facets, of: model.info?.feed, filter: filter)
        for section in sections {
            say(section.title + ":")
            for choice in section.choices {
                let number = items.count + 1
                let count = choice.count.map { ", " + ShortText.count($0, "vehicle") } ?? ""
                let mark = choice.criterion.isSelected(in: filter) ? ", selected" : ""
                say("\(number). \(choice.label.limited)\(count)\(mark)")
                items[number] = .choice(choice.criterion)
            }
        }
        say("A number selects or deselects; c clears the filter.")
    }

    mutating func printEvents() {
        let lines = browser.eventsScreen.lines.prefix(2 * Self.pageRows)
        let phrases = ShortText.phrases(of: browser.query.filter)
        let filter = phrases.isEmpty ? "" : ", " + phrases.joined(separator: ", ")
        guard !lines.isEmpty else { return say("No events yet\(filter).") }
        if !filter.isEmpty { say("Events\(filter):") }
        items = [:]
        for (index, line) in lines.enumerated() {
            say("\(index + 1). " + line.entry.text(style))
            if case .event(let event) = line.entry { items[index + 1] = .vehicle(event.vehicleID) }
        }
    }

    // MARK: - Sites

    /// Sites that match the search.
    var matchingSites: [Site] { browser.siteFeed.sortedSites?.matching(siteSearch) ?? [] }

    private mutating func printSites() {
        guard let all = browser.siteFeed.sortedSites else { return }
        let sites = matchingSites
        let search = siteSearch.map { ", \(sites.count) with “\($0.limited)”" } ?? ""
        say(all.countLabel + search)
        let indices = (pageStart..<pageStart + Self.pageRows).clamped(to: sites.indices)
        items = [:]
        for index in indices {
            let status = SiteStatus(sites[index], vehicles: all.vehicles(at: sites[index]))
            say("\(index + 1). " + status.description(from: browser.setup.origin))
            items[index + 1] = .site(sites[index].id)
        }
        sayPage(indices, of: sites.count)
    }

    private mutating func printSite() {
        guard let all = browser.siteFeed.sortedSites, let site = browser.siteSheet?.site else {
            return say("No site has this ID; S lists the sites.")
        }
        let header = SiteListHeader(
            source: browser.setup.source.limited, feed: all.info.feed,
            fetchedAt: all.info.fetchedAt, isStale: browser.siteFeed.isStale,
            total: all.sites.count, skipped: all.info.parseReport.skipped)
        let status = SiteStatus(site, vehicles: all.vehicles(at: site))
        let detail = SiteDetail(header: header, status: status)
        say(detail.lines(style: style).map { "\($0.name): \($0.value)" })
        say(
            site.measurements.map { measurement in
                let alarm = measurement.state == .alarm ? ", ALARM" : ""
                return "\(measurement.quantity.label): \(measurement.text)\(alarm)"
            })
    }

    // MARK: - Notes

    private mutating func printNotes() {
        let model = browser.notesScreen.model
        guard model.state == .loaded else {
            return say("\(browser.setup.source.limited) needs a name before it can have notes.")
        }
        guard !model.shown.isEmpty else {
            return say("No notes yet. Open a vehicle and type a and the text to add one.")
        }
        items = [:]
        for (index, note) in model.shown.prefix(2 * Self.pageRows).enumerated() {
            let age = ShortText.relativeTime(of: note.createdAt, now: style.now)
            say(
                "\(index + 1). note \(note.number) about \(note.vehicleID.limited), \(age): "
                    + note.firstLine)
            items[index + 1] = .note(note.number)
        }
        let rest = model.shown.count - items.count
        if rest > 0 { say("and \(ShortText.count(rest, "older note")); see fleet note list") }
    }

    private mutating func printNote() {
        guard let note = browser.notesScreen.model.open?.note else { return }
        say("note \(note.number) about \(note.subject.limited)")
        say(note.lines.map(String.init))
        say(note.photos.map { "photo \($0.number): " + ShortText.description(of: $0) })
    }
}

extension EventLog.Entry {
    /// The entry on one line, in words.
    func text(_ style: TableStyle) -> String {
        func line(_ phrases: String..., at time: Timestamp) -> String {
            (phrases + [ShortText.relativeTime(of: time, now: style.now)]).joined(separator: ", ")
        }
        return switch self {
        case .event(let event):
            line(
                event.kind.label, event.vehicleID.limited,
                event.details.replacing(" · ", with: ", "), at: event.at)
        case .summary(let text, let time): line("turnover: " + text, at: time)
        case .missed(let count, let time):
            line("gap: missed \(ShortText.count(count, "snapshot"))", at: time)
        case .dropped(let count): "gap: dropped \(ShortText.count(count, "older line"))"
        }
    }
}
