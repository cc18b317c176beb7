import FleetCore
import Foundation

/// The replay of a part of a day as columns of numbers, which scripts use without parsing: the
/// vehicles at its start, and what changed when.
///
/// `Web/REPLAY.md` describes the format.
struct ReplayDocument {
    /// Number of changes beyond which the document ends with a commit.
    static let maxChanges = 400_000

    private static let noPosition = Int32.min
    private static let absent = UInt8.max

    /// The columns of vehicles, at the start or after a change.
    private struct Rows {
        var vehicles: [UInt32] = []
        var latitudes: [Int32] = []
        var longitudes: [Int32] = []
        var states: [UInt8] = []
        var batteries: [UInt8] = []
        var versions: [UInt16] = []

        var count: Int { vehicles.count }

        mutating func add(_ vehicle: PastVehicle, index: UInt32, version: UInt16) {
            vehicles.append(index)
            latitudes.append(vehicle.position?.latitude ?? noPosition)
            longitudes.append(vehicle.position?.longitude ?? noPosition)
            let state = vehicle.state.flatMap(VehicleState.allCases.firstIndex(of:))
            states.append(state.map { UInt8($0) } ?? absent)
            batteries.append(vehicle.battery ?? absent)
            versions.append(version)
        }

        func append(to bytes: inout [UInt8]) {
            PointsDocument.append(vehicles, to: &bytes)
            PointsDocument.append(latitudes, to: &bytes)
            PointsDocument.append(longitudes, to: &bytes)
            PointsDocument.append(states, to: &bytes)
            PointsDocument.append(batteries, to: &bytes)
            PointsDocument.append(versions, to: &bytes)
        }
    }

    private let start: Timestamp
    /// The time up to which the changes are complete.
    private var end: Timestamp
    private let hasStart: Bool
    /// The numbers of the vehicles, in the order of their indices.
    private var numbers: [VehicleNumber] = []
    private var indices: [VehicleNumber: UInt32] = [:]
    /// The vehicles in the feed at the start, as far as the steps before it have come.
    private var present: [VehicleNumber: PastVehicle] = [:]
    /// Whether the steps are at the start or before it.
    private var isBeforeStart = true
    private var isFull = false
    private var changes = Rows()
    /// The times of the commits, in milliseconds after the start, and the index of the first change
    /// of each.
    private var commits: [(time: UInt32, first: UInt32)] = []
    private var gaps: [HistoryGap] = []
    private var versionIndices: [Int32: UInt16] = [:]
    private var versions: [[Int]] = []
    private var types = NameTable(limit: Int(UInt8.max))
    private var colors = NameTable(limit: Int(UInt8.max))

    /// - Parameter hasStart: Whether it has the vehicles at the start.
    init(_ period: Range<Timestamp>, hasStart: Bool) {
        (start, end, self.hasStart) = (period.lowerBound, period.upperBound, hasStart)
    }

    /// Adds a step of the replay.
    /// - Returns: Whether there is room for more.
    mutating func add(_ step: HistoryStep) -> Bool {
        guard !isFull else { return false }
        switch step {
        case .version(let number, let version): add(version, number)
        case .state(let vehicle) where isBeforeStart: present[vehicle.number] = vehicle
        case .commit(let time): isFull = !begin(commitAt: time)
        case .change(let vehicle) where isBeforeStart:
            present[vehicle.number] = vehicle.state == nil ? nil : vehicle
        case .state(let vehicle), .change(let vehicle):
            changes.add(vehicle, index: index(vehicle), version: version(vehicle))
        case .gap(let gap):
            if gap.end > start { gaps.append(gap) }
            // The vehicles with which the history begins come next.
            if gap.reason == .start { isFull = !begin(commitAt: gap.end) }
        }
        return !isFull
    }

    /// Returns whether there is room for the changes of a commit.
    private mutating func begin(commitAt time: Timestamp) -> Bool {
        guard time > start else { return true }
        isBeforeStart = false
        let offset = UInt32(clamping: (time - start).milliseconds)
        // A part ends between two times.
        if changes.count >= Self.maxChanges, let last = commits.last, last.time < offset {
            end = start + .milliseconds(Int64(last.time))
            return false
        }
        commits.append((offset, UInt32(changes.count)))
        return true
    }

    private mutating func add(_ version: PastVersion, _ number: Int32) {
        guard versionIndices[number] == nil else { return }
        versionIndices[number] = UInt16(clamping: versions.count)
        guard versions.count <= Int(UInt16.max) else { return }
        versions.append([
            types.index(of: version.vehicle.formFactor ?? ""),
            colors.index(of: version.vehicle.color?.label ?? "unknown"),
        ])
    }

    private func version(_ vehicle: PastVehicle) -> UInt16 { versionIndices[vehicle.version] ?? 0 }

    private mutating func index(_ vehicle: PastVehicle) -> UInt32 {
        if let index = indices[vehicle.number] { return index }
        let index = UInt32(numbers.count)
        indices[vehicle.number] = index
        numbers.append(vehicle.number)
        return index
    }

    /// Sorts the vehicles by the bytes of their IDs.
    private mutating func sort(_ atStart: inout Rows, by ids: [VehicleNumber: String]) {
        let order = numbers.indices.sorted {
            ByteOrder.precedes(ids[numbers[$0]] ?? "", ids[numbers[$1]] ?? "")
        }
        var places = [UInt32](repeating: 0, count: order.count)
        for (place, index) in order.enumerated() { places[index] = UInt32(place) }
        numbers = order.map { numbers[$0] }
        atStart.vehicles = atStart.vehicles.map { places[Int($0)] }
        changes.vehicles = changes.vehicles.map { places[Int($0)] }
    }

    /// Returns the bytes of the document.
    /// - Parameter ids: Returns the IDs of vehicles.
    mutating func bytes(
        _ ids: ([VehicleNumber]) throws -> [VehicleNumber: String]
    ) throws -> [UInt8] {
        var atStart = Rows()
        if hasStart {
            for (_, vehicle) in present.sorted(by: { $0.key < $1.key }) {
                atStart.add(vehicle, index: index(vehicle), version: version(vehicle))
            }
        }
        let ids = try ids(numbers)
        sort(&atStart, by: ids)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let tables = try encoder.encode(
            Tables(
                colors: colors.names,
                gaps: gaps.filter { $0.start < end }.map {
                    Tables.Gap($0, within: start...end)
                },
                states: VehicleState.allCases.map(\.rawValue), types: types.names,
                versions: versions))
        var (idOffsets, idText) = ([UInt32(0)], [UInt8]())
        for number in numbers {
            idText += (ids[number] ?? "").utf8
            idOffsets.append(UInt32(idText.count))
        }
        var bytes = Array("FLRP".utf8)
        PointsDocument.append([UInt16(1), 56], to: &bytes)
        PointsDocument.append(
            [
                numbers.count, atStart.count, commits.count, changes.count, idText.count,
                tables.count,
            ].map { UInt32($0) }, to: &bytes)
        PointsDocument.append([start.milliseconds, end.milliseconds, 0], to: &bytes)
        PointsDocument.append(numbers, to: &bytes)
        PointsDocument.append(idOffsets, to: &bytes)
        PointsDocument.append(idText, to: &bytes)
        atStart.append(to: &bytes)
        PointsDocument.append(commits.map(\.time), to: &bytes)
        PointsDocument.append(commits.map(\.first), to: &bytes)
        changes.append(to: &bytes)
        PointsDocument.append(Array(tables), to: &bytes)
        return bytes
    }

    private struct Tables: Encodable {
        struct Gap: Encodable {
            let start: Int64
            let end: Int64
            let reason: String

            init(_ gap: HistoryGap, within period: ClosedRange<Timestamp>) {
                start = max(gap.start, period.lowerBound).milliseconds
                end = min(gap.end, period.upperBound).milliseconds
                reason = gap.reason.rawValue
            }
        }

        let colors: [String]
        let gaps: [Gap]
        let states: [String]
        let types: [String]
        let versions: [[Int]]
    }
}
