import FleetCore
import Spreadsheets

/// Columns of a table: the fields and properties that they hold.
struct TableColumns {
    /// A column that holds a field.
    struct Field {
        var column: Int
        var field: TableField
        var heading: String
        var unit: CellUnit?
        /// Whether its texts are values as they are, as in lists of this program.
        var isExact = false
    }

    /// A column that holds a property.
    struct Property {
        var column: Int
        var property: CustomProperty
        /// The field of which it keeps the words as written.
        var words: TableField?
    }

    /// Maximum number of properties.
    static let maxProperties = 100
    private static let wordFields: Set<TableField> = [.color, .state, .type]

    /// The fields, in the order of the columns, without the ID.
    private(set) var fields: [Field] = []
    /// The properties, in the order of the columns.
    private(set) var properties: [Property] = []
    /// The column of the IDs.
    private(set) var id = Field(column: 0, field: .id, heading: "")
    /// Number of properties beyond the limit.
    private(set) var excess = 0

    private let header: TableHeader
    private let settings: TableSettings
    /// Whether the settings have the columns of all fields, other than those that the program added
    /// (``TableField/heading``).
    private let isComplete: Bool
    /// Fields of the columns so far.
    private var assigned: [Int: TableField] = [:]
    /// The columns that are not read.
    private(set) var ignored = Set<Int>()

    /// Assigns the columns of a header.
    ///
    /// - Parameters:
    ///   - recognized: The fields whose columns are recognized.
    ///   - isComplete: Whether only columns that the program added are recognized.
    /// - Throws: A table without IDs, with two columns for a field, or without a column of the
    ///   settings.
    init(
        _ header: TableHeader, _ settings: TableSettings,
        recognized: [TableField] = TableField.allCases, isComplete: Bool = false
    ) throws(TableProblem) {
        (self.header, self.settings, self.isComplete) = (header, settings, isComplete)
        for name in settings.omitted { ignored.insert(try column(named: name)) }
        for choice in settings.columns {
            // The rows and their settings are not written at once.
            if isComplete, header.column(named: choice.heading) == nil { continue }
            let column = try column(named: choice.heading)
            ignored.remove(column)
            assigned[column] = choice.field
        }
        let isOwnList = header.headings.contains { $0?.name == "vehicle_id" }
        for (column, heading) in header.headings.enumerated() where isOwnList {
            // Columns of lists that follow from others.
            guard let heading else { continue }
            if heading.name == "id" || HeadingWords.own[heading.name] == .derived {
                ignored.insert(column)
            }
        }
        for field in recognized { try assign(field) }
        pairCoordinates()
        try collect()
    }

    private func column(named name: String) throws(TableProblem) -> Int {
        guard let column = header.column(named: name) else {
            throw .table(.unknownColumn(name, header.names))
        }
        return column
    }

    /// Assigns the column that fits a field best.
    private mutating func assign(_ field: TableField) throws(TableProblem) {
        guard !assigned.values.contains(field) else { return }
        let candidates = header.headings.indices.compactMap { column in
            rank(of: column, for: field).map { (column, $0) }
        }
        guard let best = candidates.map(\.1).min() else { return }
        let fitting = candidates.filter { $0.1 == best }.map(\.0)
        // Pictures are properties anyway.
        guard fitting.count == 1 || field == .picture else {
            throw .table(.ambiguousColumn(field, fitting.compactMap { header.headings[$0]?.name }))
        }
        assigned[fitting[0]] = field
    }

    /// Returns how well a column that is still free fits a field; `nil` if it does not.
    private func rank(of column: Int, for field: TableField) -> HeadingWords.Match.Rank? {
        if isComplete {
            let isFree = assigned[column] == nil && !ignored.contains(column)
            let isHidden = field != .id && settings.hides(field.heading)
            return isFree && !isHidden && header.headings[column]?.name == field.heading
                ? .exact : nil
        }
        guard assigned[column] == nil, !ignored.contains(column),
            let heading = header.headings[column], let match = heading.match,
            field == .id || !settings.hides(heading.name)
        else { return nil }
        if match.isPlace {
            let hasCoordinates = hasCoordinates(column)
            return field == (hasCoordinates ? .location : .station) ? .loose : nil
        }
        if match.field == field { return match.rank }
        // A plate number is an ID if nothing else is.
        return field == .id && match.field == .code ? .last : nil
    }

    private func hasCoordinates(_ column: Int) -> Bool {
        let cells = header.samples.lazy.compactMap { row in
            row.indices.contains(column) && !row[column].isEmpty ? row[column] : nil
        }
        guard var first = cells.first else { return false }
        return first.withUTF8 { CellCoordinates.position($0) } != nil
    }

    /// Leaves a latitude without a longitude, or the other way round, to the properties: alone,
    /// `Breite` and `Länge` are the size of a vehicle.
    private mutating func pairCoordinates() {
        let latitude = assigned.first { $0.value == .latitude }?.key
        let longitude = assigned.first { $0.value == .longitude }?.key
        if latitude == nil || longitude == nil {
            for column in [latitude, longitude].compactMap(\.self) { assigned[column] = nil }
        } else if let location = assigned.first(where: { $0.value == .location })?.key,
            !settings.columns.contains(where: { $0.field == .location })
        {
            assigned[location] = nil
        }
    }

    private mutating func collect() throws(TableProblem) {
        var names = Set<String>()
        for (column, heading) in header.headings.enumerated() {
            guard let heading, !ignored.contains(column) else { continue }
            let field = assigned[column]
            if let field {
                let isExact = HeadingWords.own[heading.name] != nil
                let entry = Field(
                    column: column, field: field, heading: heading.name,
                    unit: heading.unit ?? Self.ownUnit(heading.name), isExact: isExact)
                if field == .id { id = entry } else { fields.append(entry) }
            }
            guard let words = Self.words(of: field, heading.name) else { continue }
            guard properties.count < Self.maxProperties else {
                excess += 1
                continue
            }
            var name = heading.name
            while HeadingWords.reserved.contains(name) || !names.insert(name).inserted {
                name += " (as written)"
            }
            properties.append(
                Property(
                    column: column,
                    property: CustomProperty(
                        name, visibility: settings.visibility(of: heading.name)),
                    words: words))
        }
        guard assigned.values.contains(.id) else { throw .table(.noIDColumn(header.names)) }
    }

    /// Returns `nil` for a column that is no property, and the field of which a property keeps the
    /// words.
    private static func words(of field: TableField?, _ heading: String) -> TableField?? {
        guard let field else { return .some(nil) }
        if field == .picture { return .some(nil) }
        return wordFields.contains(field) && heading != "vehicle_type_id" ? .some(field) : nil
    }

    private static func ownUnit(_ name: String) -> CellUnit? {
        switch name {
        case "current_range_meters": .meters
        case "battery_percent": .percent
        default: nil
        }
    }
}

extension TableSettings {
    /// Returns who sees the values of a property, which the settings or else its heading decide.
    func visibility(of heading: String) -> ValueVisibility {
        chosenVisibility(of: heading) ?? PrivateHeadings.visibility(of: heading)
    }

    private func chosenVisibility(of heading: String) -> ValueVisibility? {
        let key = WordKey.of(heading)
        return visibilities[heading]
            ?? visibilities.first { !key.isEmpty && WordKey.of($0.key) == key }?.value
    }

    /// Returns whether a column was hidden from somebody: it is a property then, because fields are
    /// for everyone.
    func hides(_ heading: String) -> Bool {
        chosenVisibility(of: heading).map { $0 != .everyone } ?? false
    }

    /// Returns whether a property is not read.
    func omits(_ heading: String) -> Bool {
        guard !omitted.isEmpty else { return false }
        let key = WordKey.of(heading)
        return omitted.contains { $0 == heading || !key.isEmpty && WordKey.of($0) == key }
    }
}

/// Why a table cannot be read, without its location.
struct TableProblem: Error {
    let reason: FeedFailure.Reason

    static func table(_ failure: TableFailure) -> TableProblem {
        TableProblem(reason: .table(failure))
    }
}

extension FeedFailure {
    /// Creates the failure of a table that cannot be read; a failure stays as it is.
    init(ofTable error: any Error, at location: String) {
        switch error {
        case let failure as FeedFailure: self = failure
        case let problem as TableProblem: self.init(problem.reason, at: location)
        case let error as TableError:
            self.init(.table(.unreadableTable(error.message, hint: error.hint)), at: location)
        default: self.init(.content(.noVehicles), at: location)
        }
    }
}
