public import FleetCore

/// Column that the list of a browser can have.
public enum BrowserColumn: Hashable, Sendable {
    case standard(VehicleColumn)
    /// A property of the source, by its name.
    case property(String)

    /// The columns without selected ones.
    public static let usual = VehicleColumn.allCases.map { BrowserColumn.standard($0) }

    /// The column of all vehicles; `nil` for a property.
    var kind: VehicleColumn? {
        if case .standard(let kind) = self { kind } else { nil }
    }

    /// Returns the columns that a list of one source can have besides the ID.
    static func selectable(hasOrigin: Bool, properties: [CustomProperty]) -> [BrowserColumn] {
        VehicleColumn.allCases
            .filter { ![.id, .source].contains($0) && (hasOrigin || $0 != .distance) }
            .map(BrowserColumn.standard) + properties.map { .property($0.name) }
    }

    /// Name of the column, or of the property.
    var columnName: String {
        switch self {
        case .standard(let kind): kind.rawValue
        case .property(let name): name
        }
    }

    /// Beginning of the saved name of a property.
    private static let savedProperty = "property:"

    /// Name under which the column is saved.
    public var savedName: String {
        kind == nil ? Self.savedProperty + columnName : columnName
    }

    /// Creates the column of a saved name; returns `nil` for an unknown one.
    public init?(savedName name: String) {
        if let kind = VehicleColumn(rawValue: name) {
            self = .standard(kind)
        } else if name.hasPrefix(Self.savedProperty) {
            self = .property(String(name.dropFirst(Self.savedProperty.count)))
        } else {
            return nil
        }
    }

    /// Returns the columns of fields, in their order and without duplicates; a field of vehicles
    /// without a column is left out, and any other name is that of a property.
    public static func columns(ofFields names: [String]) -> [BrowserColumn] {
        var columns: [BrowserColumn] = []
        for name in names {
            var input = FilterInput()
            input[.fields] = NameText.typed(name)
            let kind = VehicleColumn.columns(ofFields: [name]).first
            let column = input.listedColumns.isEmpty ? kind.map(Self.standard) : .property(name)
            if let column, !columns.contains(column) { columns.append(column) }
        }
        return columns
    }

    /// Returns the column with the name that a property has in a feed.
    func resolved(in feed: FeedDescription?) -> BrowserColumn {
        guard case .property(let name) = self,
            let property = CustomProperty.named(name, in: feed?.properties ?? [])
        else { return self }
        return .property(property.name)
    }
}
