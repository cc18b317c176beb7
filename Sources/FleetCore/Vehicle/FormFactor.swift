/// The names for people of form factors (GBFS 3.0, `vehicle_types.json`, `form_factor`; MDS 2.0,
/// `vehicle_type`).
public enum FormFactor {
    private static let names = [
        "bicycle": "bicycle", "bus": "bus", "cargo_bicycle": "cargo bicycle", "car": "car",
        "delivery_robot": "delivery robot", "moped": "moped", "motorcycle": "motorcycle",
        "scooter": "scooter", "scooter_standing": "standing scooter",
        "scooter_seated": "seated scooter", "truck": "truck",
    ]

    private static let values = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })

    /// Returns the name of a form factor, such as `standing scooter`; any other value of a feed
    /// is its own name.
    public static func name(of value: String, in language: Language = .current) -> String {
        names[value].map(language.word) ?? value
    }

    /// The form factors, such as `scooter_standing`.
    static var allValues: [String] { (names.keys + ["other"]).sorted() }

    /// The names in English.
    static var allNames: [String] { Array(names.values) }

    /// Returns the form factor for its name or value, with spaces or hyphens; `nil` for others.
    package static func value(of word: String) -> String? {
        let words = String(word.map { $0 == "_" || $0 == "-" ? " " : $0 })
        if let value = values[words] { return value }
        let value = String(words.map { $0 == " " ? "_" : $0 })
        return names[value] == nil ? nil : value
    }
}
