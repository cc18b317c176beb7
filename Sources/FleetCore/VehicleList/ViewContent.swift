/// The content of a view: the filter, order and columns of a list of vehicles.
///
/// It has one text form, the query of a list's web address, which is stored.
public struct ViewContent: Equatable, Sendable {
    /// The content that every vehicle matches, by ID, in the usual columns.
    public static let all = ViewContent()
    /// The maximum length of the text form in bytes.
    public static let maxLength = 4000

    /// The values of the fields.
    public let input: FilterInput
    /// The filter and the order; an idle period has no time yet, and favorites have no IDs.
    public let query: VehicleQuery
    /// Whether only favorites are selected.
    public let onlyFavorites: Bool
    /// Whether it differs from person to person: it selects favorites, or is measured from where
    /// the person is.
    public let isPersonal: Bool

    private init() {
        (input, query, onlyFavorites, isPersonal) = (FilterInput(), VehicleQuery(), false, false)
    }

    /// Parses the text form, or the address of a list, whose source, page and length are left out.
    /// - Throws: ``ViewContentError``.
    public init(_ text: String) throws(ViewContentError) {
        guard text.utf8.count <= Self.maxLength else { throw .tooLong }
        let input: FilterInput
        do throws(UnknownFilterNameError) {
            input = try FilterInput(query: text, ignoring: Self.ignored)
        } catch {
            throw ViewContentError(
                message: localized(
                    "the filter has the name \(error.name), which no filter of a list has"))
        }
        try self.init(input)
    }

    private static let ignored: Set = ["source", "after", "view"]

    /// Creates the content of checked values.
    /// - Throws: ``ViewContentError``.
    public init(_ input: FilterInput) throws(ViewContentError) {
        var input = input
        input[.limit] = nil
        do throws(FilterInputError) {
            var query = try input.query(savedColors: .all)
            query.origin = try input.location()
            self.query = query
            onlyFavorites = try input.onlyFavorites()
            let isNearMe = try input.isNearMe()
            isPersonal = onlyFavorites || isNearMe
            try VehicleListEncoder.checkColumns(of: input)
            try input.removeDefaults()
        } catch {
            throw ViewContentError(message: error.message { $0.rawValue })
        }
        self.input = input
        guard text.utf8.count <= Self.maxLength else { throw .tooLong }
    }

    /// The filter; an idle period has no time yet, and favorites have no IDs.
    public var filter: Filter { query.filter }

    /// Returns whether another content lists the same vehicles in the same order and columns.
    public func isSame(as other: ViewContent) -> Bool {
        query == other.query && onlyFavorites == other.onlyFavorites
            && input.columnNames == other.input.columnNames
    }

    /// The text form, such as `color=red&min_battery=20`; empty for ``all``.
    public var text: String { input.query }

    /// A phrase for each criterion, the order and the columns, such as `color red`.
    public var phrases: [String] {
        let isReversed = input[.reverse] != nil
        let usual = input[.near] == nil ? "id" : "distance"
        let order = (input[.sort] ?? (isReversed ? usual : nil)).map { name in
            let field = SortField(rawValue: name)?.phrase ?? name
            return isReversed ? localized("by \(field), reversed") : localized("by \(field)")
        }
        let columns = input.columnNames.map {
            localized("columns \($0.joined(separator: ", "))")
        }
        return (onlyFavorites ? [localized("favorites")] : []) + ShortText.phrases(of: filter)
            + [order, columns].compactMap(\.self)
    }
}

extension FilterInput {
    /// Removes the values that change nothing.
    fileprivate mutating func removeDefaults() throws(FilterInputError) {
        if try selectedColors() == .all { self[.color] = nil }
        for flag in [Field.reverse, .favorites, .nearMe] where ["0", "false"].contains(self[flag]) {
            self[flag] = nil
        }
        var unordered = self
        unordered[.sort] = nil
        if try order() == unordered.order() { self = unordered }
    }
}

/// Error in the content of a view.
public struct ViewContentError: Error, Equatable, Sendable {
    /// The cause, in one line without a full stop.
    public let message: String

    static var tooLong: ViewContentError {
        ViewContentError(
            message: localized("the filter is longer than \(ViewContent.maxLength) bytes"))
    }
}

extension FilterInput {
    /// The selected columns that are properties of the source.
    public var listedColumns: [ListedValue] {
        (columnNames ?? []).filter { VehicleProperty($0) == nil }
            .map {
                ListedValue(field: .fields, text: $0, others: VehicleListEncoder.fieldNames)
            }
    }
}

extension VehicleListEncoder {
    /// Checks the columns that an input names.
    ///
    /// Any other name may be that of a property (``FilterInput/listedColumns``).
    /// - Throws: `FilterInputError` for distances from nowhere.
    public static func checkColumns(of input: FilterInput) throws(FilterInputError) {
        let fields = input.columnNames ?? []
        for name in fields {
            if VehicleProperty(name) == .distance, input[.near] == nil {
                throw FilterInputError(.fields, .missing(.near), value: name)
            }
        }
    }
}

extension CustomProperty {
    /// Returns the names of the properties of some feeds that fields name, in the order of the
    /// fields and without duplicates.
    public static func names(ofFields names: [String], in feeds: [FeedDescription]) -> [String] {
        let all = feeds.flatMap { $0.properties ?? [] }
        return names.filter { VehicleProperty($0) == nil }.compactMap { named($0, in: all)?.name }
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension VehicleColumn {
    /// Returns the columns of fields, in their order and without duplicates; a field without a
    /// column is left out.
    public static func columns(ofFields names: [String]) -> [VehicleColumn] {
        var columns: [VehicleColumn] = []
        for name in names {
            guard let column = VehicleProperty(name)?.column, !columns.contains(column) else {
                continue
            }
            columns.append(column)
        }
        return columns
    }
}
