/// The selected fields of a list, whether they have titles, and the form of their cells.
public struct ListSelection: Sendable {
    /// Names of the fields in their order; `nil` means those of the format.
    public var fields: [String]?
    /// Whether CSV and tables begin with a line of titles.
    public var hasTitles: Bool
    /// Form of the cells of CSV.
    public var cells: CSVCellStyle

    /// Creates a selection.
    public init(
        fields: [String]? = nil, hasTitles: Bool = true, cells: CSVCellStyle = .exact
    ) {
        self.fields = fields
        self.hasTitles = hasTitles
        self.cells = cells
    }

    /// Returns the selected fields; `nil` if none are named.
    func resolved<Field>(
        known: [String], _ field: (String) -> Field?
    ) throws(UnknownFieldError) -> [Field]? {
        guard let fields else { return nil }
        var found: [Field] = []
        for name in fields {
            guard let field = field(name) else {
                throw UnknownFieldError(name: name, known: known)
            }
            found.append(field)
        }
        return found
    }
}

/// A selected field that a list does not have.
public struct UnknownFieldError: Error, Equatable {
    /// The unknown name.
    public var name: String
    /// The names of the list's fields.
    public var known: [String]
}
