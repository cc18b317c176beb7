import Foundation

/// The stored text of some sources: their UUIDs, separated by commas.
enum SourceList {
    /// Returns the text; empty without sources.
    static func text(of sources: Set<UUID>) -> String {
        sources.map(\.text).sorted().joined(separator: ",")
    }

    /// Returns the sources of a text; none without one.
    static func sources(of text: String?) -> [UUID] {
        (text ?? "").split(separator: ",").compactMap { UUID(uuidString: String($0)) }
    }
}
