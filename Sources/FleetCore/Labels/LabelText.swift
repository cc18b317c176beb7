/// The text on the labels of a run: lines that are the same or differ from vehicle to vehicle.
public struct LabelText: Equatable, Sendable {
    /// The line or lines above the caption.
    public enum Choice: Equatable, Sendable {
        case id
        /// The name of the fleet.
        case name
        case both
        case none
        case template(TextTemplate)

        /// The words that are no template.
        public static let words = ["id", "name", "both", "none"]

        /// Parses one of ``words``, or a template, which has a `{`.
        public init(_ text: String) throws(TextTemplateError) {
            switch text {
            case "id": self = .id
            case "name": self = .name
            case "both": self = .both
            case "none": self = .none
            default:
                guard text.contains("{") else { throw .word(text) }
                self = .template(try TextTemplate(text))
            }
        }
    }

    let choice: Choice
    let caption: TextTemplate?

    /// Creates the text.
    public init(_ choice: Choice, caption: TextTemplate? = nil) {
        (self.choice, self.caption) = (choice, caption)
    }

    /// Whether labels have the name of the fleet.
    public var hasName: Bool { choice == .name || choice == .both }

    /// The names of fields, properties and columns in its templates.
    public var names: [String] {
        let template: TextTemplate? = if case .template(let text) = choice { text } else { nil }
        return (template?.names ?? []) + (caption?.names ?? [])
    }
}

/// Maker of the lines of labels, which knows the values that the names of a ``LabelText`` have.
public struct LabelLines: Sendable {
    /// Maximum number of names that an error lists.
    private static let maxListedNames = 20

    /// The value of a name.
    private struct Value: Sendable {
        /// The field of the vehicle; `nil` if only a column has the name.
        var field: ListedField?
        /// The column of the table, which has the values of vehicles that are not in the source.
        var column: Int?
        /// Whether the ID on the label stands in for a missing value.
        var isID = false
    }

    private let text: LabelText
    private let name: String
    private let source: ListedSource
    /// Whether the code of a vehicle is its name in the feed, which has no other one.
    private let namesAreCodes: Bool
    private var values: [String: Value] = [:]

    /// Creates the lines of the vehicles of a list, of the rows of a table, or of both.
    ///
    /// A name is `id`, which is the ID on the label, or else that of a field of lists, of a property
    /// of the source, or of a column.
    /// - Parameters:
    ///   - name: The name of the fleet.
    ///   - header: The list; `nil` for rows alone.
    ///   - columns: The headings of the table.
    /// - Throws: `TextTemplateError` for a name that they do not have.
    public init(
        _ text: LabelText, name: String, of header: ListHeader?, columns: [String] = []
    ) throws(TextTemplateError) {
        (self.text, self.name) = (text, name)
        source = header?.listedSources.first ?? ListedSource()
        namesAreCodes = header.map { !$0.feed.isTable } ?? false
        for name in text.names { values[name] = try Self.value(of: name, header, columns) }
    }

    /// Returns whether a table alone has all names of a text.
    public static func suffice(_ columns: [String], for text: LabelText) -> Bool {
        (try? LabelLines(text, name: "", of: nil, columns: columns)) != nil
    }

    /// Finds a name: the exact one, or else the only one in other letters.
    private static func value(
        of name: String, _ header: ListHeader?, _ columns: [String]
    ) throws(TextTemplateError) -> Value {
        let properties = header?.properties.map(\.name) ?? []
        let fields = ["id"] + (header == nil ? ["vehicle_id"] : VehicleListEncoder.fieldNames)
        func value(exactly name: String) -> Value? {
            guard name != "id" else { return Value(isID: true) }
            let isID = name == "vehicle_id"
            let isField = header == nil ? isID : VehicleProperty(name) != nil
            let isProperty = properties.contains { ByteOrder.equal($0, name) }
            let column = columns.firstIndex { ByteOrder.equal($0, name) }
            guard isField || isProperty || column != nil else { return nil }
            return Value(
                field: isField
                    ? VehicleProperty(name).map { .standard($0) }
                    : isProperty ? .custom(name) : nil,
                column: column, isID: isID)
        }
        if let value = value(exactly: name) { return value }
        let folded = FoldedText.bytes(of: name)
        var similar: [String] = []
        for other in columns + properties + fields
        where FoldedText.bytes(of: other) == folded
            && !similar.contains(where: { ByteOrder.equal($0, other) })
        {
            similar.append(other)
        }
        guard similar.count < 2 else { throw .ambiguousName(name, similar) }
        guard let found = similar.first.flatMap(value(exactly:)) else {
            throw .unknownName(name, known: listed(columns + properties + fields))
        }
        return found
    }

    /// Returns some twenty names, each once.
    private static func listed(_ names: [String]) -> [String] {
        var listed: [String] = []
        for name in names where !listed.contains(where: { ByteOrder.equal($0, name) }) {
            guard listed.count < maxListedNames else { return listed + ["…"] }
            listed.append(TerminalText.limited(name))
        }
        return listed
    }

    /// Returns the lines of a label, from top to bottom; empty ones are left out.
    /// - Parameters:
    ///   - id: The ID on the label.
    ///   - vehicle: The vehicle; `nil` for a row without one.
    ///   - cells: The cells of the row, by the columns.
    public func lines(
        ofID id: String, _ vehicle: Vehicle? = nil, cells: [String] = []
    ) -> [String] {
        func line(_ template: TextTemplate) -> String? {
            template.line { Self.plain(value(of: $0, id, vehicle, cells)) }.map(Self.plain)
        }
        let lines: [String] =
            switch text.choice {
            case .id: [id]
            case .name: [name]
            case .both: [id, name]
            case .none: []
            case .template(let template): line(template).map { [$0] } ?? []
            }
        return lines + (text.caption.flatMap(line).map { [$0] } ?? [])
    }

    private func value(
        of name: String, _ id: String, _ vehicle: Vehicle?, _ cells: [String]
    ) -> String {
        guard let value = values[name] else { return "" }
        if let vehicle, let field = value.field {
            let text = field.value(of: vehicle, in: source).plainText
            let isName = field == .standard(.name) && namesAreCodes
            return text.isEmpty && isName ? vehicle.code ?? "" : text
        }
        if let column = value.column, cells.indices.contains(column) { return cells[column] }
        return value.isID ? id : ""
    }

    /// Returns the text of a feed or a table in one line of plain text: controls and line ends become
    /// spaces, and invisible characters are left out, other than the joiners of scripts and emoji.
    private static func plain(_ text: String) -> String {
        var plain = ""
        TerminalText.forEachScalar(of: text) { scalar, isUnsafe in
            if !isUnsafe || scalar == "\u{200C}" || scalar == "\u{200D}" {
                plain.unicodeScalars.append(scalar)
            } else if scalar.properties.isWhitespace || scalar.value < 0x20 {
                plain.unicodeScalars.append(" ")
            }
        }
        return NameText.trimmed(plain[...])
    }
}

extension FieldValue {
    /// The value as text without quotes or escapes; empty if it is absent.
    var plainText: String {
        var text = UTF8Buffer()
        switch self {
        case .text(let value): return value
        case .texts(let values): return values.joined(separator: ", ")
        case .objects(_, let value): return value
        case .number(let number): text.append(number)
        case .flag(let flag): text.appendJSON(flag)
        case .time(let time): text.append(time)
        case .links(let links): return links.preferred ?? ""
        case .properties(let properties): return properties.line
        case .absent: break
        }
        return text.string
    }
}
