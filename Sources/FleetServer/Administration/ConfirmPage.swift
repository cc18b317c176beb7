import FleetCore
import FleetService
import FleetTeam

/// The question before something is removed: the keys of the template `admin_confirm`.
struct ConfirmPage {
    var question: String
    /// What the list has.
    var listTitle = localized("These are lost:")
    /// Each thing that is lost.
    var losses: [String]
    var kept: String
    /// Address of the form that removes it.
    var action: String
    var fields = [HiddenField(name: "do", value: "remove")]
    var button: String
    var cancelHref: String
}

extension ConfirmPage {
    /// Creates the question before a part of a history is removed; `nil` for other changes, and one
    /// that is confirmed.
    init?(_ change: SourceChange) {
        guard case .keep(let source, let choice, removesHistory: false) = change,
            let old = source.source.history
        else { return nil }
        var new = source.source
        new.ownHistory = choice
        guard source.source.losesHistory(as: new) else { return nil }
        let (name, history) = (source.name, new.history)
        question =
            history == nil
            ? localized("Remove the history of \(name)?")
            : localized("Remove a part of the history of \(name)?")
        if let history {
            losses = [
                history.age < old.age
                    ? localized("All changes before the last \(history.ageText)") : nil,
                history.maxBytes < old.maxBytes
                    ? localized("The oldest changes, beyond the size of \(history.text)") : nil,
            ].compactMap(\.self)
        } else {
            losses = [localized("All changes that are kept, and the past states of the map")]
        }
        kept = localized("This cannot be undone.")
        action = "/admin/sources/" + source.uuid.text
        fields = [
            HiddenField(name: "do", value: "history"),
            HiddenField(name: "history", value: choice?.text ?? ""),
            HiddenField(name: SourceChangeDocument.confirmation, value: "1"),
        ]
        button = localized("Remove")
        cancelHref = action
    }
}

extension RemovalCounts {
    /// The losses by the removal of a source, one line each.
    func lines(ofSource name: String) -> [String] {
        let lines = [
            line(rows) { localized("\(ShortText.count($0, "row")) of the imported table") },
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
