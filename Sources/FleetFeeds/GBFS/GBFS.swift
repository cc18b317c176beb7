import FleetCore
import JSON

/// The General Bikeshare Feed Specification, versions 1.0 to 3.1-RC3 (https://gbfs.org).
///
/// The shape of a document determines its type. The declared version is only displayed.
enum GBFS {
    /// Names of the vehicle feed, the newer one first.
    static let vehicleFeeds = SystemDocument.names(of: .vehicles)

    /// Whether a feed contains stations.
    static func isStationFeed(_ name: String) -> Bool {
        SystemDocument.names(of: .sites).contains(name)
    }
}

extension GBFS {
    /// Discovery document (`gbfs.json`), which links to the feeds of one system.
    struct Discovery: Equatable {
        /// Link to a feed.
        struct Feed: Hashable {
            /// Name in the specification, such as `vehicle_types`.
            var name: String
            /// Address, as written in the document.
            var link: String
        }

        /// Maximum number of links to one feed; well-formed documents have one.
        private static let maxLinks = 10

        /// Feeds, in the order of the document.
        var feeds: [Feed]
        /// Feeds that are listed only for other languages.
        private(set) var others: [Feed] = []
        /// Names that are written wrong, with those that they are read as.
        var misspelt: [Misspelling] = []

        /// A name that is nearly one of the specification.
        struct Misspelling: Equatable {
            var written: String
            var name: String
        }

        /// Returns the distinct links to a feed, nearly always one.
        func links(to name: String) -> [String] {
            var links: [String] = []
            for feed in feeds where feed.name == name && !links.contains(feed.link) {
                links.append(feed.link)
                if links.count == Self.maxLinks { break }
            }
            return links
        }

        /// Links to vehicle feeds, the newer feed name first.
        var vehicleLinks: [String] { GBFS.vehicleFeeds.flatMap(links) }
    }
}

extension GBFS.Discovery {
    /// Reads the list of feeds, flat since 3.0 (`data.feeds`) or by language before
    /// (`data.<language>.feeds`); returns `nil` if the document has neither.
    ///
    /// The list of the nearest language (``FeedLanguage``) is used, so that names are in one language
    /// whatever the order of the document; if it lacks the vehicles, the next one that has them. The
    /// same applies to stations.
    init?(_ document: JSONValue) {
        let data = document["data"] ?? document
        let lists = Self.byLanguage(data)
        guard let first = lists.first else { return nil }
        self = lists.first { !$0.vehicleLinks.isEmpty } ?? first
        if !hasStations {
            let others = lists.first(where: \.hasStations)?.feeds ?? []
            feeds += others.filter { GBFS.isStationFeed($0.name) }
        }
        var links = Set(feeds.map(\.link))
        others = lists.flatMap(\.feeds).filter { links.insert($0.link).inserted }
    }

    /// Whether the system has station feeds.
    var hasStations: Bool { feeds.contains { GBFS.isStationFeed($0.name) } }

    private static func byLanguage(_ data: JSONValue) -> [GBFS.Discovery] {
        if let feeds = data["feeds"]?.array { return [GBFS.Discovery(feeds: feeds)] }
        let lists = (data.object?.members ?? []).compactMap { member in
            member.value["feeds"]?.array.map { (member.key, GBFS.Discovery(feeds: $0)) }
        }
        return FeedLanguage.sorted(lists)
    }

    private init(feeds: [JSONValue]) {
        self.feeds = feeds.compactMap { feed in
            guard let name = feed["name"]?.string, let link = String(lenient: feed["url"]) else {
                return nil
            }
            return Feed(name: Self.normalized(name), link: link)
        }
        correctNames()
    }

    /// Reads names that are nearly those of documents that the list lacks, such as
    /// `vehicles_types`.
    private mutating func correctNames() {
        let known = Specification.names
        let listed = Set(self.feeds.map(\.name))
        for index in self.feeds.indices where !known.contains(self.feeds[index].name) {
            let written = self.feeds[index].name
            let near = known.subtracting(listed).filter { Self.isNear(written, to: $0) }
            guard near.count == 1, let name = near.first else { continue }
            self.feeds[index].name = name
            misspelt.append(Misspelling(written: written, name: name))
        }
    }

    /// Whether two names differ by separators, or by at most two letters.
    private static func isNear(_ written: String, to name: String) -> Bool {
        let (first, second) = (
            Array(written.utf8.filter(\.isLetterOrDigit)),
            Array(name.utf8.filter(\.isLetterOrDigit))
        )
        guard first.count <= 40, abs(first.count - second.count) <= 2 else { return false }
        var row = Array(0...second.count)
        for (index, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in second.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[second.count] <= 2
    }

    /// Normalizes a name, since some feeds use capitals or add `.json`.
    private static func normalized(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }
}
