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

    /// The numbers with their names; tables always have the usual ones.
    private static let counts:
        [(name: String, isUsual: Bool, value: @Sendable (SiteCounts) -> Int?)] = [
            ("stations", true, { $0.stations }), ("vehicles", true, { $0.vehicles }),
            ("docks", true, { $0.docks }), ("empty", true, { $0.empty }),
            ("full", true, { $0.full }), ("not_installed", false, { $0.notInstalled }),
            ("not_renting", false, { $0.notRenting }),
            ("not_returning", false, { $0.notReturning }),
        ]

    /// Names of the fields.
    public static var fieldNames: [String] { counts.map(\.name) }

    /// Returns the numbers as the only record of a list, with the header of the stations.
    public func list(_ header: SiteListHeader) -> RecordList {
        var object = JSONObjectWriter()
        header.add(to: &object)
        return RecordList(
            "counts", header: object,
            columns: Self.counts.map { count in
                .number(count.name) { FieldValue(count.value($0)) }
            }, rows: [self],
            table: Self.counts.map { count in
                .init(
                    count.name.columnTitle, isNumber: true,
                    isShown: count.isUsual || count.value(self) != 0
                ) { count.value($0).map(String.init) ?? "" }
            })
    }
}
