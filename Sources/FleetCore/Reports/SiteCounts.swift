/// Numbers of the stations of a source: all, their vehicles and docks, and those without either.
public struct SiteCounts: Equatable, Sendable {
    private let stations: Int
    /// Sum over the stations whose number is known; `nil` if none is.
    private let vehicles: Int?
    private let docks: Int?
    private let empty: Int
    private let full: Int
    /// Stations that are not installed, and of the others those that rent out or accept none.
    private let notInstalled: Int
    private let notRenting: Int
    private let notReturning: Int

    /// Counts stations.
    public init(_ sites: [SiteStatus]) {
        stations = sites.count
        vehicles = Self.sum(sites.map(\.vehicles))
        docks = Self.sum(sites.map(\.site.docksAvailable))
        empty = sites.count(where: \.isEmpty)
        full = sites.count(where: \.isFull)
        let installed = sites.lazy.map(\.site).filter { $0.isInstalled != false }
        notInstalled = sites.count { $0.site.isInstalled == false }
        notRenting = installed.count { $0.isRenting == false }
        notReturning = installed.count { $0.isReturning == false }
    }

    /// Returns the sum of the known numbers, at most `Int.max`; `nil` without any.
    private static func sum(_ numbers: [Int?]) -> Int? {
        numbers.compactMap(\.self).reduce(nil as Int?) { sum, number in
            let (result, overflow) = (sum ?? 0).addingReportingOverflow(number)
            return overflow ? .max : result
        }
    }

    /// Names of the fields.
    public static let fieldNames = [
        "stations", "vehicles", "docks", "empty", "full", "not_installed", "not_renting",
        "not_returning",
    ]

    /// Returns the numbers as the only record of a list, with the header of the stations.
    public func list(_ header: SiteListHeader) -> RecordList {
        var object = JSONObjectWriter()
        header.add(to: &object)
        let values = [
            stations, vehicles, docks, empty, full, notInstalled, notRenting, notReturning,
        ]
        // A table has the columns of what most sources have, and those that tell something.
        let shown = values.indices.filter { $0 < 5 || values[$0] != 0 }
        let titles = shown.map { Self.fieldNames[$0].uppercased().replacing("_", with: " ") }
        return RecordList(
            "counts", header: object,
            fields: Self.fieldNames.map { RecordList.Field($0, isRightAligned: true) },
            records: [values.map { FieldValue($0.map { Double($0) }) }],
            table: RecordList.Table(
                titles, rightAligned: Set(titles),
                rows: [shown.map { values[$0].map { String($0) } ?? "" }]))
    }
}
