import FleetCore

/// The addresses of a list in the orders of its columns.
struct SortLinks: Sendable {
    private let query: FleetQuery
    private let items: QueryItems

    /// - Parameter items: The query of the list.
    init(_ query: FleetQuery, _ items: QueryItems) {
        self.query = query
        self.items = items.ofFirstPage.removing("sort", "reverse")
    }

    /// Returns the address of the list by a column, reversed if it is sorted by it; `nil` if it
    /// cannot be sorted by it.
    func href(of column: PageColumn) -> String? {
        guard let name = name(of: column) else { return nil }
        let isReversed = isSorted(by: column) && !query.vehicles.isReversed
        // An order beside a view says that it is not reversed, since that of the view may be.
        let reverse = isReversed ? ["1"] : query.view == nil ? [] : ["0"]
        return "/" + items.setting("sort", [name]).setting("reverse", reverse).query
    }

    /// Returns the direction of the values of a column, as ARIA names it; `nil` if the list is
    /// sorted by another one.
    func direction(of column: PageColumn) -> String? {
        guard isSorted(by: column) else { return nil }
        // The latest report is the first one.
        let isDescending = (column == .standard(.reported)) != query.vehicles.isReversed
        return isDescending ? "descending" : "ascending"
    }

    private func name(of column: PageColumn) -> String? {
        switch column {
        case .standard(let kind):
            kind.sortField.flatMap { $0.order(from: query.origin) == nil ? nil : $0.rawValue }
        case .property(let name): SortField(rawValue: name) == nil ? NameText.typed(name) : nil
        }
    }

    private func isSorted(by column: PageColumn) -> Bool {
        switch (column, query.vehicles.order) {
        case (.property(let name), .property(let sorted)): ASCIICase.equal(name, sorted)
        case (.standard(let kind), let order): kind.sortField?.order(from: query.origin) == order
        case (.property, _): false
        }
    }
}
