/// Numbers of the stations of a source: all, their vehicles and docks, and those without either.
public struct SiteCounts: Equatable, Sendable {
    private let stations: Int
    /// Sum over the stations whose number is known; `nil` if none is.
    private let vehicles: Int?
    private let docks: Int?
    private let empty: Int
    private let full: Int

    /// Counts stations.
    public init(_ sites: [SiteStatus]) {
        stations = sites.count
        vehicles = Self.sum(sites.map(\.vehicles))
        docks = Self.sum(sites.map(\.site.docksAvailable))
        empty = sites.count(where: \.isEmpty)
        full = sites.count(where: \.isFull)
    }

    /// Returns the sum of the known numbers, at most `Int.max`; `nil` without any.
    private static func sum(_ numbers: [Int?]) -> Int? {
        numbers.compactMap(\.self).reduce(nil as Int?) { sum, number in
            let (result, overflow) = (sum ?? 0).addingReportingOverflow(number)
            return overflow ? .max : result
        }
    }

    /// Names of the fields.
    public static let fieldNames = ["stations", "vehicles", "docks", "empty", "full"]

    /// Returns the numbers as the only record of a list, with the header of the stations.
    public func list(_ header: SiteListHeader) -> RecordList {
        var object = JSONObjectWriter()
        header.add(to: &object)
        let values = [stations, vehicles, docks, empty, full]
        let titles = Self.fieldNames.map { $0.uppercased() }
        return RecordList(
            "counts", header: object,
            fields: Self.fieldNames.map { RecordList.Field($0, isRightAligned: true) },
            records: [values.map { FieldValue($0.map { Double($0) }) }],
            table: RecordList.Table(
                titles, rightAligned: Set(titles),
                rows: [values.map { $0.map { String($0) } ?? "" }]))
    }
}
