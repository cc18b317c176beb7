import FleetCore
import FleetService
import FleetTeam
import Hummingbird

/// The search of vehicles, sites, sources, notes, people, pages and actions.
struct SearchHandlers {
    /// The text to search for.
    private static let textParameter = QueryParameter(
        "q", .shortText(SearchText.maxLength),
        "Words that the ID, name or text has; for vehicles one text. Case does not matter.")

    /// Starts the time of a search; returns a function that returns whether some is left.
    private static func timer(_ limit: Duration) -> @Sendable () -> Bool {
        let end = ContinuousClock.now + limit
        return { ContinuousClock.now < end }
    }

    func add(to routes: Routes) {
        routes.page(.get, "/search", .fleet, page)
        let source = QueryParameter.source.described(
            "Name of the source that is searched first, and whose pages and actions are returned.")
        routes.api(.get, "/search", .fleet, query: [Self.textParameter, source]) { request in
            let source = request.query.has("source") ? try request.selectedSource() : nil
            return try await .json(results(request, source: source))
        }
    }

    /// Opens the vehicle whose ID or label address was typed; shows the results of other texts.
    private func page(_ request: UserRequest) async throws -> Response {
        if let text = request.query["q"].flatMap(SearchText.init),
            let vehicle = try await request.vehicle(ofCode: text.phrase)
        {
            return .redirect(to: vehicle.source.path(of: vehicle.id))
        }
        let results = try await results(request, source: nil)
        let frame = request.page(nil, title: localized("Search"))
        let isEmpty = results.query != "" && results.groups.isEmpty
        return try request.html(
            "search",
            SearchPage(
                page: frame,
                search: .init(
                    typed: results.query, groups: results.groups,
                    isIncomplete: !results.complete,
                    empty: isEmpty
                        ? Empty(
                            icon: "search", title: localized("Nothing found"),
                            text: localized(
                                """
                                No vehicle, site, note, person or page matches \
                                “\(TerminalText.limited(results.query))”.
                                """))
                        : nil)))
    }

    private func results(
        _ request: UserRequest, source: PolledSource?
    ) async throws -> SearchResults {
        let text = request.query["q"].flatMap(SearchText.init)
        let chosen = source.map { [$0] } ?? request.chosenSources
        let destinations = destinations(request, of: text, sources: chosen)
        guard let text else {
            return SearchResults(of: nil, destinations, isComplete: true)
        }
        let shouldContinue = Self.timer(request.environment.options.searchLimit)
        async let team = teamResults(request, of: text, while: shouldContinue)
        let fleet = try await fleetResults(
            request, of: text, first: chosen, while: shouldContinue)
        let (groups, isComplete) = try await team
        return SearchResults(
            of: text, destinations + fleet.groups + groups,
            isComplete: isComplete && fleet.isComplete)
    }

    /// Returns the pages, actions and sources that match; without a text, those to begin with.
    private func destinations(
        _ request: UserRequest, of text: SearchText?, sources chosen: [PolledSource]
    ) -> [SearchGroup] {
        let environment = request.environment
        let all = request.sources
        let found = SearchDestination.all(for: request, query: request.query(keeping: chosen))
            .compactMap { $0.result(of: text) }
        let sources = all.compactMap { source -> SearchResult? in
            guard let match = text.map({ $0.match(source.name) }) ?? .word else { return nil }
            return SearchResult(
                .source, source.name, match, text: environment.status(of: source).text,
                href: "/" + QueryItems([("source", source.name)]).query, icon: "list")
        }
        return [
            SearchGroup(.page, found.filter { $0.kind == .page }),
            SearchGroup(.action, found.filter { $0.kind == .action }),
            SearchGroup(.source, text == nil && all.count < 2 ? [] : sources),
        ].compactMap(\.self)
    }

    /// Returns the vehicles and sites that match: those of the chosen sources first.
    private func fleetResults(
        _ request: UserRequest, of text: SearchText, first: [PolledSource],
        while shouldContinue: @escaping @Sendable () -> Bool
    ) async throws -> (groups: [SearchGroup], isComplete: Bool) {
        let environment = request.environment
        let others = request.sources.filter { source in
            !first.contains { $0.uuid == source.uuid }
        }
        let sources = first + others
        let search = FleetSearch(text: text, sources: sources, shouldContinue: shouldContinue)
        var (vehicles, sites, isComplete) = try await environment.snapshots.readLong {
            try search.results(in: $0)
        }
        if let labeled = try await labeledVehicle(text, request) { vehicles.insert(labeled, at: 0) }
        let group = SearchGroup(.vehicle, vehicles)
        let more = group?.results.first?.source.map { source in
            SearchGroup.More(
                title: localized("All matches in the list of \(source)"),
                href: "/"
                    + QueryItems([
                        ("source", source), ("color", "all"), ("search", text.phrase),
                    ]).query)
        }
        return (
            [
                SearchGroup(.vehicle, vehicles, more: more), SearchGroup(.site, sites),
            ].compactMap(\.self), isComplete
        )
    }

    /// Returns the vehicle of a label whose address was typed.
    private func labeledVehicle(
        _ text: SearchText, _ request: UserRequest
    ) async throws -> SearchResult? {
        guard WebOrigin(ofAddress: text.phrase) != nil,
            let vehicle = try await request.vehicle(ofCode: text.phrase)
        else { return nil }
        return SearchResult(
            .vehicle, vehicle.id, .exact, id: vehicle.id, text: localized("from its label"),
            source: vehicle.source.name, href: vehicle.source.path(of: vehicle.id),
            icon: "label")
    }

    /// Returns the notes that the user sees and the people that match.
    private func teamResults(
        _ request: UserRequest, of text: SearchText,
        while shouldContinue: @escaping @Sendable () -> Bool
    ) async throws -> (groups: [SearchGroup], isComplete: Bool) {
        let people = try await request.access.people(having: text.words, limit: SearchGroup.limit)
        let (notes, isComplete) = try await request.access.notes.search(
            text.words, limit: SearchGroup.limit, while: shouldContinue)
        return (
            [
                SearchGroup(.note, notes.map { Self.result($0, request) }),
                SearchGroup(.person, people.map { Self.result($0, text, request) }),
            ].compactMap(\.self), isComplete
        )
    }

    private static func result(_ note: TeamNote, _ request: UserRequest) -> SearchResult {
        let line = note.content.text.split(separator: "\n").first.map(String.init) ?? ""
        let texts = [
            localized("Note \(note.shownNumber)"), note.content.vehicleID,
            note.authorName,
            note.content.visibility == .private ? localized("private") : nil,
            note.doneAt == nil ? nil : localized("done"),
        ].compactMap(\.self)
        return SearchResult(
            .note, TerminalText.limited(line), .part, id: note.id.text,
            text: TerminalText.limited(texts.joined(separator: " · ")),
            source: request.source(of: note)?.name, href: "/notes/" + note.id.text, icon: "note")
    }

    /// Administrators go to the list of people, others to the notes of a person.
    private static func result(
        _ person: PersonName, _ text: SearchText, _ request: UserRequest
    ) -> SearchResult {
        let name = person.displayName ?? person.name
        let match = [text.match(name), text.match(person.name)].compactMap(\.self).min()
        let href =
            request.access.may(.settings)
            ? "/admin/people#person-" + PercentEncoding.encoded(person.name)
            : "/notes" + QueryItems([("author", person.name)]).query
        return SearchResult(
            .person, name, match ?? .part, text: person.displayName == nil ? nil : person.name,
            href: href, icon: "user")
    }
}

/// The page `/search`: the keys of the template `search`.
private struct SearchPage {
    struct Content {
        var typed: String
        var groups: [SearchGroup]
        var isIncomplete: Bool
        var empty: Empty?
    }

    var page: PageContext
    var search: Content
}
