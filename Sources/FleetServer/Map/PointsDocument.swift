import FleetCore
import Foundation

/// The vehicles of a map as columns of numbers, which scripts use without parsing.
///
/// `Web/POINTS.md` describes the format.
struct PointsDocument {
    private var longitudes: [Int32] = []
    private var latitudes: [Int32] = []
    private var colors: [UInt16] = []
    private var states: [UInt8] = []
    private var batteries: [UInt8] = []
    private var types: [UInt8] = []
    private var alarms: [UInt8] = []
    private var idOffsets: [UInt32] = [0]
    private var ids: [UInt8] = []
    private var colorNames = NameTable(limit: Int(UInt16.max))
    private var typeNames = NameTable(limit: Int(UInt8.max))

    /// Number of vehicles.
    var count: Int { longitudes.count }

    /// Adds a vehicle; one without a position is left out.
    mutating func add(_ vehicle: Vehicle) {
        guard let position = vehicle.position else { return }
        longitudes.append(Int32((position.longitude * 1e7).rounded()))
        latitudes.append(Int32((position.latitude * 1e7).rounded()))
        colors.append(UInt16(colorNames.index(of: vehicle.color?.label ?? "unknown")))
        states.append(UInt8(VehicleState.allCases.firstIndex(of: vehicle.state) ?? 0))
        batteries.append(vehicle.battery.map { UInt8($0.percent.rounded()) } ?? .max)
        types.append(UInt8(typeNames.index(of: vehicle.formFactor ?? "")))
        alarms.append(vehicle.hasAlarm ? 1 : 0)
        ids += vehicle.id.utf8
        idOffsets.append(UInt32(ids.count))
    }

    /// Returns the bytes of the document.
    func bytes(revision: Int64) throws -> [UInt8] {
        let encoder = JSONEncoder()
        // The same points have the same bytes, as their tag says.
        encoder.outputFormatting = .sortedKeys
        let tables = try encoder.encode([
            "colors": colorNames.names, "states": VehicleState.allCases.map(\.rawValue),
            "types": typeNames.names,
        ])
        var bytes = Array("FLPT".utf8)
        bytes.reserveCapacity(40 + count * 20 + ids.count + tables.count + 16)
        Self.append([UInt16(2), 40], to: &bytes)
        Self.append([UInt32(count), 0], to: &bytes)
        Self.append([UInt64(bitPattern: revision)], to: &bytes)
        Self.append([UInt32(ids.count), UInt32(tables.count), 0, 0], to: &bytes)
        Self.append(longitudes, to: &bytes)
        Self.append(latitudes, to: &bytes)
        Self.append(colors, to: &bytes)
        for column in [states, batteries, types, alarms] { Self.append(column, to: &bytes) }
        Self.append(idOffsets, to: &bytes)
        Self.append(ids, to: &bytes)
        Self.append(Array(tables), to: &bytes)
        return bytes
    }

    /// Appends numbers in little-endian order, and zeros up to a multiple of 4 bytes.
    static func append(_ numbers: [some FixedWidthInteger], to bytes: inout [UInt8]) {
        // All supported machines are little-endian.
        numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
        while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
    }
}

/// Names by their index, in the order of their first use; the last index stands for all others.
struct NameTable {
    private(set) var names: [String] = []
    private var indices: [String: Int] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func index(of name: String) -> Int {
        if let index = indices[name] { return index }
        let name = names.count < limit - 1 ? name : "other"
        if let index = indices[name] { return index }
        indices[name] = names.count
        names.append(name)
        return names.count - 1
    }
}
