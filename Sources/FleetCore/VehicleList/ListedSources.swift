/// Function that returns the next vehicle of a source in the order of a list; `nil` after the last.
public typealias VehicleCursor = () throws -> Vehicle?

extension VehicleQuery {
    /// Passes the vehicles of several sources to `body` as one list in the order of the query, at
    /// most as many as its limit; equal values are ordered by ID, and equal IDs by source.
    ///
    /// Each step looks at the next vehicle of every source: a list has few sources.
    /// - Parameter cursors: The vehicles of each source, in the order of the query.
    public func merge(
        _ cursors: [VehicleCursor], _ body: (Vehicle, _ source: Int) throws -> Void
    ) throws {
        var next = try cursors.map { try head($0()) }
        for _ in 0..<max(limit ?? .max, 0) {
            guard let first = first(of: next), let vehicle = next[first]?.vehicle else {
                return
            }
            try body(vehicle, first)
            next[first] = try head(cursors[first]())
        }
    }

    private typealias Head = (vehicle: Vehicle, position: ListPosition)

    private func head(_ vehicle: Vehicle?) -> Head? {
        vehicle.map { ($0, position(of: $0)) }
    }

    private func first(of heads: [Head?]) -> Int? {
        var first: Int?
        for (index, head) in heads.enumerated() {
            guard let head else { continue }
            guard let best = first.flatMap({ heads[$0] }) else {
                first = index
                continue
            }
            if (head.position < best.position) != isBackwards { first = index }
        }
        return first
    }
}

/// The position of a vehicle in a list of several sources: its source and its position among that
/// source's vehicles.
public struct SourcedPosition: Equatable, Sendable {
    /// Name of the source, which has no comma.
    public let source: String
    /// The position in the list of any source.
    public let position: ListPosition

    /// Creates the position of a vehicle.
    public init(source: String, position: ListPosition) {
        (self.source, self.position) = (source, position)
    }

    /// Parses the text of a position in the list of a query; returns `nil` if it is not one.
    public init?(_ text: String, of query: VehicleQuery) {
        guard let comma = text.firstIndex(of: ","),
            let position = query.position(String(text[text.index(after: comma)...]))
        else { return nil }
        self.init(source: String(text[..<comma]), position: position)
    }

    /// The position as text: the source, the sort value and the ID, separated by commas.
    public var text: String { "\(source),\(position.text)" }
}

extension VehicleQuery {
    /// Returns the part of this query for one of several sources, whose list begins after a
    /// vehicle of any of them, or ends before it if it is read backwards.
    /// - Parameter isLater: Whether the source follows that of the vehicle in the order of sources,
    ///   so that its vehicle with the same value and ID comes after it; backwards, whether it is
    ///   before that of the vehicle.
    public func after(_ position: ListPosition, isLater: Bool) -> VehicleQuery {
        var query = self
        (query.after, query.includesAfter) = (position, isLater)
        return query
    }
}
