import FleetCore

/// Marked vehicles, in the order in which they were marked, and the range that is being marked.
struct Marks: Sendable {
    /// Vehicle that a range begins at.
    struct Anchor: Equatable, Sendable {
        let id: String
        /// Its last known index in the list.
        var index: Int
    }

    /// Maximum number of marked vehicles.
    static let limit = 20_000
    /// Sign of a marked vehicle.
    static let sign = "+"

    private var all = VehicleIDs([])
    /// Start of the range that follows the cursor; `nil` while no range is being marked.
    private(set) var anchor: Anchor?

    /// IDs of the marked vehicles.
    var ids: [String] { all.ids }

    /// Whether nothing is marked or being marked.
    var isEmpty: Bool { all.ids.isEmpty && anchor == nil }

    /// Text of the status line; `nil` without marks.
    var label: String? {
        guard !isEmpty else { return nil }
        let range = anchor == nil ? "" : all.ids.isEmpty ? "marking a range" : ", marking a range"
        let count = all.ids.isEmpty ? "" : ShortText.grouped(all.ids.count) + " marked"
        return Self.sign + " " + count + range
    }

    /// Returns whether the row of a vehicle is marked, with the cursor at an index of the list.
    func includes(_ id: String?, at index: Int, selected: Int) -> Bool {
        if let anchor, Self.range(anchor.index, selected).contains(index) { return true }
        return id.map(all.contains) ?? false
    }

    /// Marks a vehicle, or removes its mark.
    mutating func toggle(_ id: String) {
        all = VehicleIDs(
            all.contains(id) ? all.ids.filter { !ByteOrder.equal($0, id) } : all.ids + [id])
    }

    /// Marks vehicles; returns whether all of them fit.
    mutating func add(_ ids: [String]) -> Bool {
        let together = VehicleIDs(all.ids + ids)
        let fits = together.ids.count <= Self.limit
        all = fits ? together : VehicleIDs(together.ids.prefix(Self.limit))
        return fits
    }

    /// Starts a range at a vehicle.
    mutating func begin(at id: String, index: Int) { anchor = Anchor(id: id, index: index) }

    /// Ends the range, and returns it with the cursor at an index.
    mutating func endRange(selected: Int) -> (anchor: Anchor, rows: ClosedRange<Int>)? {
        guard let anchor else { return nil }
        self.anchor = nil
        return (anchor, Self.range(anchor.index, selected))
    }

    /// Follows a new list, in which the start of the range may have another index.
    mutating func follow(_ model: VehicleListModel) {
        guard let id = anchor?.id, let index = model.index(of: id) else { return }
        anchor?.index = index
    }

    private static func range(_ first: Int, _ second: Int) -> ClosedRange<Int> {
        min(first, second)...max(first, second)
    }
}
