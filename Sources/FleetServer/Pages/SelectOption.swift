import FleetCore

/// An element of a list of which a person selects some (HTML, `option`).
struct SelectOption: Sendable {
    var value: String
    var label: String
    var isSelected: Bool

    /// Returns the options for some names, with the first chosen one, which may be none of them.
    static func options(_ names: [String], _ chosen: [String]) -> [SelectOption] {
        let selected = chosen.first
        var options = names.map { name in
            SelectOption(
                value: name, label: name,
                isSelected: selected.map { ASCIICase.equal($0, name) } ?? false)
        }
        if let selected, !options.contains(where: \.isSelected) {
            options.append(SelectOption(value: selected, label: selected, isSelected: true))
        }
        return options
    }
}
