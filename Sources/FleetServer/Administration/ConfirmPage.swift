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
        let lines = [
            line(notes) {
                localized(
                    """
                    \(ShortText.count($0, "note")) about its vehicles: the text stays, the link to \
                    the vehicle is lost
                    """)
            },
            line(photos) { localized("\(ShortText.count($0, "photo")) of these notes") },
            line(favorites) { localized("\(ShortText.count($0, "favorite")) (of all people)") },
            line(filters) {
                localized("\(ShortText.count($0, "saved color filter")) (of all people)")
            },
            line(alerts) {
                localized("\(ShortText.count($0, "alert")) that is only for this source")
            },
        ]
        return lines.compactMap(\.self) + [
            localized("The stored vehicles, stations, events and history of \(name)"),
            localized("Links and printed labels that lead to its vehicles on this server"),
        ]
    }

    /// The losses by the removal of a person, one line each.
    var linesOfUser: [String] {
        [
            line(notes) { ShortText.count($0, "private note") },
            line(photos) { localized("\(ShortText.count($0, "photo")) of private notes") },
            line(favorites) { ShortText.count($0, "favorite") },
            line(filters) { ShortText.count($0, "saved color filter") },
            line(views) { ShortText.count($0, "view") },
            line(tokens) { ShortText.count($0, "API token") },
            line(sessions) { localized("\(ShortText.count($0, "session")) in a browser") },
        ].compactMap(\.self)
    }

    private func line(_ count: Int, _ text: (Int) -> String) -> String? {
        count > 0 ? text(count) : nil
    }
}
