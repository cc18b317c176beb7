import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

extension QueryItems {
    /// The value of `source` that means all sources, which is no name.
    static let allSources = "*"
}

extension UserRequest {
    /// The sources whose fleets the person may see, in the order of the server.
    var sources: [PolledSource] {
        let all = environment.sources.all
        guard let visible = access.rights.sources(.fleet) else { return all }
        return all.filter { visible.contains($0.uuid) }
    }

    /// Returns the source with a name or former name that the person may see.
    func source(named name: String) -> PolledSource? {
        environment.source(named: name).flatMap { source in
            access.rights.has(.fleet, on: source.uuid) ? source : nil
        }
    }

    /// Returns the source that the segment `:source` of the path names.
    /// - Throws: `Problem` (404).
    func source() throws -> PolledSource {
        guard let source = source(named: try parameter("source")) else { throw Problem.notFound }
        return source
    }

    /// Checks that the person has a right, on the source that the path names if it names one.
    /// - Throws: `Problem` (404) for a source whose fleet the person may not see; ``TeamError``.
    func require(_ right: Right?) throws {
        guard let right else { return }
        guard access.may(right) else { throw TeamError.forbidden }
        guard context.parameters.get("source") != nil, !access.rights.coversAll else { return }
        guard access.rights.has(right, on: try source().uuid) else { throw TeamError.forbidden }
    }

    /// The most sources that a page shows together.
    static let maxSources = 50

    /// The sources with which pages begin: those that the person follows, all without any.
    var followedSources: [PolledSource] {
        let followed = Set(access.followedSources)
        let found = sources.filter { followed.contains($0.uuid) }
        return Array((found.isEmpty ? sources : found).prefix(Self.maxSources))
    }

    /// Returns the sources that the query names, in the order of the server; those that the person
    /// follows without a name.
    /// - Throws: `Problem` (404) for an unknown name, and without any source; (400) for too many.
    func selectedSources() throws -> [PolledSource] { try selectedSources(of: query) }

    /// Returns the sources that the query of a list names.
    /// - Throws: As above.
    func selectedSources(of query: QueryItems) throws -> [PolledSource] {
        if let sources = try sources(of: query) { return sources }
        // The choice of a person changes no answer to programs.
        let isAPI = path.hasPrefix("/api/")
        let sources = isAPI ? Array(self.sources.prefix(1)) : followedSources
        guard !sources.isEmpty else { throw Problem.notFound }
        return sources
    }

    /// Returns the sources that a page shows which works without any.
    /// - Throws: As above.
    func pageSources() throws -> [PolledSource] {
        sources.isEmpty ? [] : try selectedSources()
    }

    /// Returns sources as a selection; `nil` if they are all.
    func selection(of sources: [PolledSource]) -> [PolledSource]? {
        sources.count == environment.sources.all.count ? nil : sources
    }

    /// Returns the source that a page of one source shows: the first one that the query names.
    /// - Throws: As above.
    func selectedSource() throws -> PolledSource {
        guard let source = try selectedSources().first else { throw Problem.notFound }
        return source
    }

    /// Returns the sources that a query names; `nil` without a name.
    private func sources(of query: QueryItems) throws -> [PolledSource]? {
        let names = query.all("source")
        guard !names.isEmpty else { return nil }
        let all = sources
        if names.contains(QueryItems.allSources) { return Array(all.prefix(Self.maxSources)) }
        var chosen: Set<String> = []
        for name in names {
            guard let source = source(named: name) else { throw Problem.unknownSource }
            chosen.insert(source.name)
        }
        guard chosen.count <= Self.maxSources else {
            throw Problem(
                .badRequest, "A page has at most \(Self.maxSources) sources.",
                hint: "Choose fewer.", parameter: "source")
        }
        return all.filter { chosen.contains($0.name) }
    }

    /// The sources that the address names, or that of the page before; without, those that the
    /// person follows.
    var chosenSources: [PolledSource] {
        if let source = try? source() { return [source] }
        if !query.has("source"), let referer = ownReferer,
            let items = referer.split(separator: "?", maxSplits: 1).dropFirst().first,
            let sources = try? sources(of: QueryItems(items))
        {
            return sources
        }
        return (try? selectedSources()) ?? followedSources
    }

    /// Returns the query that keeps sources in links; empty for those with which pages begin.
    func query(keeping sources: [PolledSource]) -> String {
        let names = sources.map(\.name)
        if names == followedSources.map(\.name) { return "" }
        return Self.items(of: names, among: self.sources).query
    }

    /// Returns the items of a query that name sources.
    func items(of sources: [PolledSource]) -> QueryItems {
        Self.items(of: sources.map(\.name), among: self.sources)
    }

    private static func items(of names: [String], among all: [PolledSource]) -> QueryItems {
        if names.count > 1, names == all.map(\.name) {
            return QueryItems([("source", QueryItems.allSources)])
        }
        return QueryItems(names.map { ("source", $0) })
    }

    /// Returns some sources in words, as a title.
    func title(of sources: [PolledSource]) -> String {
        let names = sources.map(\.name)
        if names.count > 1, names == self.sources.map(\.name) {
            return localized("all sources")
        }
        return names.count > 3 ? localized("\(names.count) sources") : names.joined(separator: ", ")
    }
}
