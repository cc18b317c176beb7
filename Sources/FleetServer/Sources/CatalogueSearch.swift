import FleetCore
import FleetService
import FleetTeam

/// A search in the catalogue on a page that adds sources: the keys of the template `_catalogue`.
struct CatalogueSearch {
    struct Row {
        var name: String
        /// Place, versions and system ID.
        var text: String
        /// Label of the button that adds it.
        var addLabel: String
        var sourceName: String
        var location: String
        /// Whether it is a source already.
        var isAdded: Bool
        /// Whether its feed is open, so that it can be added at once.
        var canAdd: Bool
        var needed: Needed?
    }

    /// The credentials that a feed needs.
    struct Needed {
        var text: String
        /// Page with the form filled in, if the address can have the credentials.
        var fillHref: String?
        /// The command that adds it.
        var command: String
        /// Page about how to get them.
        var infoHref: String?
    }

    /// Maximum number of systems that are shown.
    private static let limit = 20

    var typed: String
    /// Address of the page, to which the form is sent.
    var searchAction: String
    var addAction = SitePage.sources.path
    /// Name of a field for the form of a system; `nil` for none.
    var marker: String?
    var systems: [Row] = []
    /// Number of systems that were found; `nil` before a search.
    var countText: String?
    /// Why nothing was found.
    var failure: String?

    /// The values of the form of a system that was chosen; `nil` if none was.
    private(set) var chosen: QueryItems?

    /// Searches for what the query of a page has in `q`.
    ///
    /// - Parameters:
    ///   - path: Path of the page.
    ///   - marker: Name of a field for the form of a system.
    /// - Returns: `nil` if sources cannot be added here.
    init?(of request: UserRequest, on path: String, marker: String? = nil) async throws {
        let environment = request.environment
        guard environment.sourceAdministration != nil, environment.options.catalogue != nil else {
            return nil
        }
        let text = request.query["q"].flatMap(SearchText.init)
        (typed, self.marker) = (text?.phrase ?? "", marker)
        searchAction = path + "#catalogue"
        guard let text else { return }
        do {
            let catalogue = try await environment.catalogue()
            let query = CatalogueQuery(
                text.phrase, languages: ["en", Language.current.tag])
            let found = query.systems(in: catalogue)
            let known = Set(environment.sources.all.map(\.source.location.text))
            systems = found.prefix(Self.limit).map { system in
                Row(system, isAdded: known.contains(system.address), path: path, typed: text.phrase)
            }
            countText = Self.countText(found.count)
            chosen = request.query["use"].flatMap(catalogue.system(at:)).map(\.form)
        } catch let problem as Problem {
            failure = [problem.detail, problem.hint].compactMap(\.self).joined(separator: " ")
        }
    }

    private static func countText(_ count: Int) -> String {
        if count == 0 { return localized("No system of the catalogue matches. Try fewer words.") }
        let systems = ShortText.count(count, "system")
        return count > limit ? localized("\(systems); the first \(limit) are shown.") : systems
    }
}

extension CatalogueSearch.Row {
    fileprivate init(_ system: CatalogueSystem, isAdded: Bool, path: String, typed: String) {
        name = TerminalText.limited(system.name)
        let versions = system.versions.isEmpty ? nil : "GBFS " + system.versions.listed
        text = [system.place, versions, system.id].compactMap(\.self).filter { !$0.isEmpty }
            .map(TerminalText.limited).joined(separator: " · ")
        (sourceName, location) = (system.sourceName, system.address)
        self.isAdded = isAdded
        addLabel = localized("Add \(name)")
        canAdd = system.access.kind == .open && !isAdded
        needed = isAdded ? nil : CatalogueSearch.Needed(system, path: path, typed: typed)
    }
}

extension CatalogueSearch.Needed {
    /// Creates the credentials of a system; `nil` if its feed is open.
    fileprivate init?(_ system: CatalogueSystem, path: String, typed: String) {
        guard let needed = system.neededCredentials else { return nil }
        text = localized("needs credentials: \(needed)")
        let query = QueryItems([("q", typed), ("use", system.address)]).query
        let canFill = system.access.kind == .query || system.access.header != nil
        fillHref = canFill ? path + query + "#add" : nil
        command =
            (["fleet source add", ShellWord.quoted("system:" + system.id)] + system.access.options)
            .joined(separator: " ")
        infoHref = system.access.infoAddress
    }
}

extension CatalogueSystem {
    /// The values of the form that adds it: its address ends with the first key that it needs.
    fileprivate var form: QueryItems {
        var location = address
        if access.kind == .query, let key = access.names.first {
            location += (address.contains("?") ? "&" : "?") + PercentEncoding.encoded(key) + "="
        }
        let credentials =
            switch access.header {
            case nil: [(name: String, value: String)]()
            case "authorization": [("access", "bearer")]
            case let name?: [("access", "header"), ("header_name", name)]
            }
        return QueryItems([("name", sourceName), ("location", location)] + credentials)
    }
}

extension CatalogueSystem.Access {
    /// Name of the header that is needed, in lowercase; `nil` unless it is the only one.
    fileprivate var header: String? {
        kind == .header && names.count == 1 ? names[0].lowercased() : nil
    }
}
