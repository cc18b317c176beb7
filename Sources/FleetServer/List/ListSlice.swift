import FleetCore

/// The rows of a page of a list, and where they are in it.
struct ListSlice: Sendable {
    /// Number of vehicles of a page.
    static let length = 50

    /// The rows in the order of the list, each with the index of its source.
    let rows: [(vehicle: Vehicle, part: Int)]
    /// The number of the first row, counted from 1; `nil` if the address does not have it.
    ///
    /// Links carry it, because counting the rows before a position would read all of them. Vehicles
    /// that come and go meanwhile shift it, until the first or the last page shows that.
    private let first: Int?
    private let hasPrevious: Bool
    private let hasNext: Bool

    /// Whether the page has all rows of the list.
    var isWhole: Bool { !hasPrevious && !hasNext }

    /// - Parameter found: The rows of the page and one more, if there is one, as they were read.
    init(
        _ found: [(vehicle: Vehicle, part: Int)], of list: FleetList, _ query: QueryItems
    ) {
        let (isBackwards, hasMore) = (
            list.query.vehicles.isBackwards, found.count > Self.length
        )
        let isFirst = query["after"] == nil && !isBackwards
        let shown = Array(found.prefix(Self.length))
        rows = isBackwards ? shown.reversed() : shown
        hasPrevious = isBackwards ? hasMore : !isFirst
        hasNext = isBackwards || hasMore
        // The highest number that the first row can have, since others follow the page.
        let last = list.counts.matching - shown.count + 1
        let typed = query["row"].flatMap { Int($0) }.map { min(max($0, 2), max(last - 1, 2)) }
        first = hasPrevious ? (hasNext ? typed : max(last, 1)) : 1
    }

    /// Returns the links to the pages beside it; `nil` for the only page.
    func pager(of list: FleetList, _ query: QueryItems) -> Pager? {
        guard !isWhole else { return nil }
        let items = query.ofFirstPage
        let start = "/" + items.query
        func link(
            _ name: String, _ row: (vehicle: Vehicle, part: Int)?, _ number: Int?
        ) -> String? {
            guard let row else { return nil }
            let numbers = number.map { ["\($0)"] } ?? []
            return "/" + items.setting(name, [list.position(of: row)]).setting("row", numbers).query
        }
        let previous = first.map { $0 - Self.length }
        let leadsToStart = previous.map { $0 <= 1 } ?? false
        return Pager(
            text: text(of: list.counts.matching),
            firstHref: hasPrevious && !leadsToStart ? start : nil,
            previousHref: hasPrevious
                ? leadsToStart ? start : link("before", rows.first, previous) : nil,
            nextHref: hasNext ? link("after", rows.last, first.map { $0 + rows.count }) : nil)
    }

    private func text(of matching: Int) -> String {
        guard let first, !rows.isEmpty else { return ShortText.count(matching, "vehicle") }
        let numbers = [first, first + rows.count - 1, matching].map(ShortText.grouped)
        return localized("\(numbers[0])–\(numbers[1]) of \(numbers[2])")
    }
}
