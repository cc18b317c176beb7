import FleetCore
import FleetRuntime

/// The question who sees the properties of a table in a team.
struct VisibilityQuestion {
    private static let maxListed = 20

    private let properties: [CustomProperty]

    /// Creates the question about properties with the visibilities that their headings suggest.
    init(_ properties: [CustomProperty]) { self.properties = properties }

    /// Who sees the properties, such as `Shelf, Notes: everyone; PIN: administrators`.
    var list: String {
        ValueVisibility.allCases.compactMap { visibility in
            let names = properties.filter { $0.visibility == visibility }.map {
                TerminalText.limited($0.name)
            }
            guard !names.isEmpty else { return nil }
            let rest = names.count - Self.maxListed
            return names.prefix(Self.maxListed).joined(separator: ", ")
                + (rest > 0 ? " and \(rest) more" : "") + ": \(visibility.rawValue)"
        }.joined(separator: "; ")
    }

    /// Returns who sees properties after an answer; none if that stays as suggested.
    ///
    /// Properties that are hidden by their headings stay so.
    func visibilities(after answer: String) -> [String: ValueVisibility]? {
        let chosen: ValueVisibility
        switch answer.filter({ $0 != " " }).lowercased() {
        case "": return [:]
        case "m": chosen = .members
        case "a": chosen = .administrators
        default: return nil
        }
        let open = properties.filter { $0.visibility == .everyone }
        return Dictionary(open.map { ($0.name, chosen) }) { $1 }
    }

    /// Asks on the terminal; without one, and if every property is hidden, everything stays as
    /// suggested.
    /// - Throws: `CommandError` (64) for another answer.
    func answer(on output: Output) throws(CommandError) -> [String: ValueVisibility] {
        guard properties.contains(where: { $0.visibility == .everyone }) else { return [:] }
        let question =
            "\(list)\nWho may see them in a team? [Enter] as shown, m members, a administrators:"
        guard let line = output.line(for: question) else { return [:] }
        guard let visibilities = visibilities(after: line) else {
            throw .usage(
                "'\(TerminalText.limited(line))' is no answer",
                hint: "press Enter, or type m or a; --visibility sets one property")
        }
        return visibilities
    }
}
