import FleetCore
import FleetTeam

/// The question before something is removed: the keys of the template `admin_confirm`.
struct ConfirmPage {
    var question: String
    /// Each thing that is lost.
    var losses: [String]
    var kept: String
    /// Address of the form that removes it.
    var action: String
    var button: String
    var cancelHref: String
}

extension RemovalCounts {
    /// The losses by the removal of a source, one line each.
    func lines(ofSource name: String) -> [String] {
        Self.lines([
            (notes, "note", "about its vehicles: the text stays, the link to the vehicle is lost"),
            (photos, "photo", "of these notes"), (favorites, "favorite", "(of all people)"),
            (filters, "saved color filter", "(of all people)"),
            (alerts, "alert", "that is only for this source"),
        ]) + [
            "The stored vehicles, stations, events and history of \(name)",
            "Links and printed labels that lead to its vehicles on this server",
        ]
    }

    /// The losses by the removal of a person, one line each.
    var linesOfUser: [String] {
        Self.lines([
            (notes, "private note", ""), (photos, "photo", "of private notes"),
            (favorites, "favorite", ""), (filters, "saved color filter", ""), (views, "view", ""),
            (tokens, "API token", ""), (sessions, "session", "in a browser"),
        ])
    }

    private static func lines(_ parts: [(count: Int, noun: String, more: String)]) -> [String] {
        parts.filter { $0.count > 0 }.map {
            ShortText.count($0.count, $0.noun) + ($0.more.isEmpty ? "" : " " + $0.more)
        }
    }
}
