import FleetCore

/// A thing that a search has found: a member of the document of the API, and the keys of the
/// template `search`.
struct SearchResult: Encodable, Sendable {
    /// The kinds of things, in the order of groups that match equally well.
    enum Kind: String, CaseIterable, Encodable, Sendable {
        case vehicle, site, source, note, person, page, action

        /// The title of a group.
        var title: String {
            switch self {
            case .vehicle: localized("Vehicles")
            case .site: localized("Sites")
            case .source: localized("Sources")
            case .note: localized("Notes")
            case .person: localized("People")
            case .page: localized("Pages")
            case .action: localized("Actions")
            }
        }
    }

    enum CodingKeys: String, CodingKey {
        case kind, id, title, text, state, source, href, method, icon
    }

    var kind: Kind
    /// The ID of a vehicle, a site or a note.
    var id: String?
    var title: String
    /// A few words about it, such as its state.
    var text: String?
    /// The state of a vehicle; `gone` if it is not in the feed.
    var state: String?
    /// Name of its source.
    var source: String?
    /// Path of its page.
    var href: String
    /// `post` for an action that a form sends.
    var method: String?
    /// Name of an icon of the sprite.
    var icon: String
    var match: SearchMatch

    /// Whether the title is an ID.
    var isId: Bool
    /// Name of the icon of the state.
    var stateIcon: String?
    var isPost: Bool

    init(
        _ kind: Kind, _ title: String, _ match: SearchMatch, id: String? = nil,
        text: String? = nil, state: String? = nil, source: String? = nil, href: String,
        method: String? = nil, icon: String
    ) {
        (self.kind, self.title, self.match) = (kind, title, match)
        (self.id, self.state, self.source) = (id, state, source)
        self.text = text.flatMap { $0.isEmpty ? nil : $0 }
        (self.href, self.method, self.icon) = (href, method, icon)
        isId = title == id
        stateIcon = state.map { "state-" + $0 }
        isPost = method != nil
    }
}

/// The results of one kind.
struct SearchGroup: Encodable, Sendable {
    /// A link to all results.
    struct More: Encodable, Sendable {
        var title: String
        var href: String
    }

    var kind: SearchResult.Kind
    var title: String
    var results: [SearchResult]
    var more: More?

    /// Maximum number of results.
    static let limit = 6

    /// Creates the group of the best of some results; `nil` without any.
    init?(_ kind: SearchResult.Kind, _ results: [SearchResult], more: More? = nil) {
        guard !results.isEmpty else { return nil }
        let ordered = results.enumerated()
            .sorted { ($0.element.match, $0.offset) < ($1.element.match, $1.offset) }
        self.results = ordered.prefix(Self.limit).map(\.element)
        (self.kind, title, self.more) = (kind, kind.title, more)
    }
}

/// The groups of a search: the document of the API.
struct SearchResults: Encodable, Sendable {
    /// The text that was searched for; empty for the pages and actions alone.
    var query: String
    /// Whether everything was looked at within the time.
    var complete: Bool
    /// Best match first.
    var groups: [SearchGroup]

    init(of text: SearchText?, _ groups: [SearchGroup], isComplete: Bool) {
        (query, complete) = (text?.phrase ?? "", isComplete)
        let kinds = SearchResult.Kind.allCases
        func rank(_ group: SearchGroup) -> (Int, Int) {
            (
                group.results.first?.match.rawValue ?? 0,
                kinds.firstIndex(of: group.kind) ?? 0
            )
        }
        self.groups = groups.sorted { rank($0) < rank($1) }
    }
}
