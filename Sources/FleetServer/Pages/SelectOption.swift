import FleetCore

/// An element of a list of which a person selects some (HTML, `option`).
struct SelectOption: Sendable {
    var value: String
    var label: String
    var isSelected: Bool

    /// Returns the options for some values with labels, and for the chosen one, which may be none of
    /// them; an empty choice is none.
    static func options(
        _ values: [(value: String, label: String)], _ chosen: String?
    ) -> [SelectOption] {
        let chosen = chosen?.isEmpty == true ? nil : chosen
        var options = values.map {
            SelectOption(value: $0.value, label: $0.label, isSelected: $0.value == chosen)
        }
        if let chosen, !options.contains(where: \.isSelected) {
            options.append(SelectOption(value: chosen, label: chosen, isSelected: true))
        }
        return options
    }

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
