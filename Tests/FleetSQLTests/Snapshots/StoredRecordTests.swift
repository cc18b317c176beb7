import FleetCore
import Testing

@testable import FleetSQL

@Suite("The columns of vehicles and sites") struct StoredRecordTests {
    /// A vehicle without NULL columns.
    private static let vehicle: Vehicle = {
        var vehicle = Vehicle(id: "v")
        vehicle.position = Position(latitude: 1, longitude: 2)
        vehicle.code = "c"
        vehicle.setState(.onTrip)
        (vehicle.typeID, vehicle.formFactor, vehicle.propulsionType) = ("t", "f", "p")
        vehicle.color = VehicleColor("red")
        (vehicle.currentRangeMeters, vehicle.currentFuelPercent) = (3, 0.4)
        vehicle.battery = Battery(percent: 5)
        vehicle.lastReported = Timestamp(milliseconds: 6)
        (vehicle.stationID, vehicle.regionID, vehicle.pricingPlanID) = ("s", "r", "pp")
        vehicle.rentalURIs = RentalURIs(web: "w", android: "a", ios: "i")
        vehicle.measurements = [Measurement(.temperature, .number(7))]
        vehicle.name = "n"
        vehicle.properties.append("A3", to: "Shelf")
        vehicle.isListed = true
        return vehicle
    }()

    /// A site without NULL columns.
    private static let site: Site = {
        var site = Site(id: "s")
        (site.name, site.address, site.regionID) = ("n", "a", "r")
        site.position = Position(latitude: 1, longitude: 2)
        (site.capacity, site.vehiclesAvailable, site.vehiclesDisabled) = (3, 4, 5)
        site.docksAvailable = 6
        site.vehiclesByType = [TypedCount(["a b"], count: 4)]
        site.docksByType = [TypedCount(["a b", "%\n"], count: 5), TypedCount(["c"], count: 0)]
        (site.isInstalled, site.isRenting, site.isReturning) = (true, false, true)
        site.lastReported = Timestamp(milliseconds: 7)
        site.measurements = [Measurement(.smoke, .condition(true))]
        return site
    }()

    @Test(
        "each column of a vehicle is stored, remembered, and noticed when it changes",
        arguments: StoreAdapter.all)
    func vehicles(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var time = 1.0
        for changed in try Self.changes(of: Self.vehicle) {
            for vehicle in [Self.vehicle, changed] {
                let info = try await store.snapshots.commit(
                    outcome([vehicle], at: time), for: demo)
                #expect(info.changes != .none)
                #expect(try store.all().map(\.asInFeed) == [vehicle])
                time += 1
            }
        }
        _ = try await store.snapshots.commit(outcome([Self.vehicle], at: time), for: demo)
        _ = try await store.snapshots.commit(outcome([], at: time + 1), for: demo)
        let gone = try store.snapshots.read { try $0.goneVehicle("v", of: demo) }
        #expect(gone?.vehicle == Self.vehicle)
    }

    @Test(
        "each column of a site is stored, and noticed when it changes",
        arguments: StoreAdapter.all)
    func sites(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var time = 1.0
        for changed in try Self.changes(of: Self.site) {
            for site in [Self.site, changed] {
                let info = try await store.snapshots.commit(
                    outcome(of: [site], at: time), for: depots)
                #expect(info.changes != .none)
                #expect(try store.sites() == [site])
                time += 1
            }
        }
    }

    /// Returns a record with each column but the ID set to NULL.
    private static func changes<Record: StoredRecord & Equatable>(
        of record: Record
    ) throws -> [Record] {
        var columns = 0
        var changes: [Record] = []
        repeat {
            var (changed, visitor) = (record, Clearing(cleared: changes.count + 1))
            changed.visit(&visitor)
            #expect(visitor.missing.isEmpty)
            #expect(changed != record)
            columns = visitor.column
            changes.append(changed)
        } while changes.count < columns - 1
        return changes
    }
}

/// A visitor that sets one column to NULL.
private struct Clearing: ColumnVisitor {
    static var isReader: Bool { true }
    let cleared: Int
    var column = 0
    /// Names of the columns that were NULL.
    var missing: [String] = []

    mutating func visit(_ name: StaticString, _ value: ColumnValue) -> ColumnValue? {
        defer { column += 1 }
        let (isMissing, null): (Bool, ColumnValue) =
            switch value {
            case .boolean(let value): (value == nil, .boolean(nil))
            case .integer(let value): (value == nil, .integer(nil))
            case .real(let value): (value == nil, .real(nil))
            case .text(let value): (value == nil, .text(nil))
            case .color(let value): (value == nil, .color(nil))
            case .measurements(let value): (value.isEmpty, .measurements([]))
            case .typedCounts(let value): (value == nil, .typedCounts(nil))
            }
        if isMissing { missing.append(name.description) }
        return column == cleared ? null : value
    }
}
