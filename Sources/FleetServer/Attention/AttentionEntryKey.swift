import FleetCore
import FleetTeam
import HTTPTypes

/// An entry in a form of the page: what an action needs to know of it.
struct AttentionEntryKey: Sendable {
    var group: AttentionGroup
    var source: String
    /// The ID of the vehicle, site or note; empty for the source itself.
    var id: String
    /// The reason, which begins a task.
    var text: String

    /// The longest reason in a task.
    private static let maxText = 200

    /// The largest number of entries of one action.
    private static let maxCount = 500

    init(group: AttentionGroup, source: String, id: String, text: String) {
        (self.group, self.source, self.id) = (group, source, id)
        self.text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maxText)))
    }

    /// Creates the entry of the fields of a form; `nil` for others.
    private init?(_ form: QueryItems) {
        guard let group = form["group"].flatMap(AttentionGroup.init), group != .feed else {
            return nil
        }
        self.init(
            group: group, source: form["source"] ?? "", id: form["id"] ?? "",
            text: form["text"] ?? "")
    }

    /// The entry as the value of a box: its fields.
    var value: String {
        let items = [("group", group.rawValue), ("source", source), ("id", id), ("text", text)]
        return String(QueryItems(items).query.dropFirst())
    }

    /// The thing that it is about.
    var thing: AttentionSubject.Thing { .init(of: group, id: id) }

    /// Returns the entries of a form: that of the pressed button, the marked ones, or the one in
    /// its own fields.
    /// - Throws: `Problem` (422).
    static func all(of form: QueryItems) throws(Problem) -> [Self] {
        let values = form["only"].map { [$0] } ?? form.all("entry")
        let keys = values.isEmpty ? [Self(form)] : values.map { Self(QueryItems($0)) }
        guard keys.count <= maxCount else {
            throw Problem(
                .unprocessableContent, "The form has more than \(maxCount) entries.",
                hint: "Send less at once.")
        }
        let known = keys.compactMap(\.self)
        guard known.count == keys.count else {
            throw Problem(
                .unprocessableContent, "The form is not complete.",
                hint: "Go back and mark the entries.")
        }
        return known
    }
}
