import JSON

extension GBFS {
    /// A discovery document (`gbfs.json`): where the feeds of one system are.
    struct Discovery: Equatable {
        /// A link to a feed.
        struct Feed: Equatable {
            /// Its name in the specification, such as `vehicle_types`.
            var name: String
            /// Its address, as it is written there.
            var link: String
        }

        /// The most links to one feed that are followed; honest documents have one.
        private static let mostLinks = 10

        /// The feeds, in the order of the document.
        var feeds: [Feed]

        /// The links to a feed, each once; nearly always one.
        func links(to name: String) -> [String] {
            var links: [String] = []
            for feed in feeds where feed.name == name && !links.contains(feed.link) {
                links.append(feed.link)
                if links.count == Self.mostLinks { break }
            }
            return links
        }

        /// The links to feeds with vehicles, the newer kind first.
        var vehicleLinks: [String] { GBFS.vehicleFeeds.flatMap(links) }
    }
}

extension GBFS.Discovery {
    /// Reads the feeds, flat as from 3.0 on (`data.feeds`) or by language as before
    /// (`data.<language>.feeds`); `nil` if the document has neither.
    ///
    /// English is preferred, so that names come in one language whatever order a feed has. A system
    /// without English, or whose English list lacks the vehicles, is read in the first language
    /// that has them; the same with the stations.
    init?(_ document: JSONValue) {
        let data = document["data"] ?? document
        let lists = Self.byLanguage(data)
        guard let first = lists.first else { return nil }
        self = lists.first { !$0.vehicleLinks.isEmpty } ?? first
        if hasStations { return }
        let others = lists.first(where: \.hasStations)?.feeds ?? []
        feeds += others.filter { GBFS.isStationFeed($0.name) }
    }

    /// Whether there are feeds of stations.
    var hasStations: Bool { feeds.contains { GBFS.isStationFeed($0.name) } }

    private static func byLanguage(_ data: JSONValue) -> [GBFS.Discovery] {
        if let feeds = data["feeds"]?.array { return [GBFS.Discovery(feeds: feeds)] }
        let lists = (data.object?.members ?? []).compactMap { member in
            member.value["feeds"]?.array.map { (member.key, GBFS.Discovery(feeds: $0)) }
        }
        return lists.filter { GBFS.isEnglish($0.0) }.map(\.1)
            + lists.filter { !GBFS.isEnglish($0.0) }.map(\.1)
    }

    private init(feeds: [JSONValue]) {
        self.feeds = feeds.compactMap { feed in
            guard let name = feed["name"]?.string, let link = String(lenient: feed["url"]) else {
                return nil
            }
            return Feed(name: Self.plain(name), link: link)
        }
    }

    /// The name without the capitals and the `.json` that some feeds give it.
    private static func plain(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }
}
