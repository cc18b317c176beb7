import FleetCore

/// The language in which a reader takes the texts of a feed that has several.
enum FeedLanguage {
    /// The language of the present refresh; `nil` for English, or else the first.
    @TaskLocal static var wanted: LanguageTag?

    /// Returns the elements, those of the nearest languages first, and else in their order.
    static func sorted<Element>(_ elements: [(language: String, Element)]) -> [Element] {
        guard elements.count > 1 else { return elements.map(\.1) }
        let distances = elements.map { LanguageTag.distance(of: $0.language, from: wanted) }
        return elements.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
            .map { elements[$0].1 }
    }
}
