import Foundation

@testable import FleetCore

/// A random series of documents of a small fleet, with gaps, and the replay that follows from it.
struct RecordedSeries {
    struct Entry: Equatable {
        var state: VehicleState
        var position: Position?
        var typeID: String?
        var battery: UInt8?
    }

    var documents: [(time: Timestamp, vehicles: [VehicleNumber: Entry])] = []
    var gaps: [HistoryGap] = []
    /// The standstills and states of the first document that began before it.
    var earlier: [VehicleNumber: (since: Timestamp?, stateSince: Timestamp?)] = [:]

    static let center = Position(latitude: 59.91, longitude: 10.75)!
    /// Rectangles: name, west, south, east and north.
    static let areas: [(String, Double, Double, Double, Double)] = [
        ("west", 10.70, 59.80, 10.75, 60.00), ("south", 10.70, 59.80, 10.80, 59.91),
    ]
    static let areaList = areas.compactMap { _, west, south, east, north in
        let ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
            .compactMap { ZonePolygon.Point(longitude: $0.0, latitude: $0.1) }
        return ZonePolygon(rings: [ring]).flatMap { ZoneArea([$0]) }
    }
    static let zones = ZoneIndex(areaList)

    static let west = ZoneIndex(Array(areaList.prefix(1)))

    private var places = 0

    /// Creates a series.
    /// - Parameter evidence: How vehicles on a trip appear in it.
    init(
        _ evidence: TripEvidence, from start: String, days: Double, seed: UInt64, vehicles: Int = 16
    ) {
        var random = SplitMix(state: seed)
        let first = Timestamp(rfc3339: start)!
        var fleet: [VehicleNumber: Entry] = [:]
        for number in 0..<vehicles {
            fleet[VehicleNumber(number)] = entry(&random)
            earlier[VehicleNumber(number)] = (
                Bool.random(using: &random)
                    ? first - .seconds(.random(in: 0...300_000, using: &random)) : nil,
                Bool.random(using: &random)
                    ? first - .seconds(.random(in: 0...90_000, using: &random)) : nil
            )
        }
        documents = [(first, fleet)]
        var away: [VehicleNumber: Entry] = [:]
        var next = VehicleNumber(vehicles)
        var time = first
        while time < first + .seconds(Int64(days * 86_400)) {
            let isGap = Int.random(in: 0..<90, using: &random) == 0
            let step =
                isGap
                ? Int64.random(in: 1_200...30_000, using: &random)
                : [20, 60, 300, 900, 1_800].randomElement(using: &random)!
            // Many documents are of whole hours, at which buckets begin.
            var new = time + .seconds(step)
            if step == 1_800 {
                new = Timestamp(milliseconds: (time.milliseconds / 1_800_000 + 1) * 1_800_000)
            }
            if isGap {
                gaps.append(
                    HistoryGap(
                        start: time, end: new, reason: .failure,
                        failedUntil: Bool.random(using: &random) ? time + .seconds(step / 2) : nil))
            }
            time = new
            for number in Set(fleet.keys).union(away.keys).sorted()
            where Int.random(in: 0..<12, using: &random) == 0 {
                guard var vehicle = fleet[number] else {
                    // It returns, in another place.
                    guard var back = away.removeValue(forKey: number) else { continue }
                    let isSame = Int.random(in: 0..<4, using: &random) == 0
                    if !isSame || evidence == .rotation { back.position = place(&random) }
                    if evidence == .rotation, !isSame { next += 1 }
                    fleet[evidence == .rotation && !isSame ? next : number] = back
                    continue
                }
                switch Int.random(in: 0..<6, using: &random) {
                case 0 where evidence != .state || !ReplayedVehicle.isOnTrip(vehicle.state),
                    1 where evidence != .state:
                    away[number] = vehicle
                    fleet[number] = nil
                    continue
                case 2 where evidence == .rotation:
                    // The ID changes in place.
                    next += 1
                    fleet[number] = nil
                    fleet[next] = vehicle
                    continue
                case 3: vehicle.position = place(&random)
                case 4 where evidence != .rotation:
                    vehicle.position = near(vehicle.position, &random)
                default: break
                }
                vehicle.state = state(evidence, &random)
                if vehicle.state == .onTrip { vehicle.position = near(vehicle.position, &random) }
                fleet[number] = vehicle
            }
            documents.append((time, fleet))
        }
    }

    private mutating func entry(_ random: inout SplitMix) -> Entry {
        Entry(
            state: .available, position: place(&random),
            typeID: ["bike", "moped", nil].randomElement(using: &random)!,
            battery: UInt8.random(in: 0...100, using: &random))
    }

    /// Returns a place that no other vehicle had, 300 m from the others.
    private mutating func place(_ random: inout SplitMix) -> Position {
        places += 1
        let (row, column) = (places % 31 - 15, places * 7 % 37 - 18)
        return Position(
            latitude: Self.center.latitude + Double(row) * 0.0027 + Double(places / 1147) * 0.0009,
            longitude: Self.center.longitude + Double(column) * 0.0054 + 0.0003)!
    }

    private func near(_ position: Position?, _ random: inout SplitMix) -> Position? {
        position.flatMap {
            Position(
                latitude: $0.latitude + (random.nextUnit() - 0.5) * 0.0007,
                longitude: $0.longitude + (random.nextUnit() - 0.5) * 0.0007)
        }
    }

    private func state(_ evidence: TripEvidence, _ random: inout SplitMix) -> VehicleState {
        let common: [VehicleState] = [.available, .available, .reserved, .disabled]
        let mds: [VehicleState] = [
            .onTrip, .onTrip, .onTrip, .stopped, .nonOperational, .removed, .elsewhere,
        ]
        return (evidence == .state ? common + mds : common).randomElement(using: &random)!
    }
}

extension RecordedSeries {
    /// The steps of its replay, with positions as the log has them.
    var steps: [HistoryStep] {
        let types = Array(Set(documents.flatMap { $0.vehicles.values.map(\.typeID) })).sorted {
            ($0 ?? "") < ($1 ?? "")
        }
        var steps = types.enumerated().map {
            HistoryStep.version(Int32($0), PastVersion(typeID: $1, formFactor: $1))
        }
        func vehicle(_ number: VehicleNumber, _ entry: Entry?) -> PastVehicle {
            PastVehicle(
                number: number, state: entry?.state,
                position: entry?.position.map { PastPosition($0) }, battery: entry?.battery,
                version: entry.flatMap { types.firstIndex(of: $0.typeID) }.map(Int32.init) ?? 0)
        }
        for (number, entry) in documents[0].vehicles {
            var state = vehicle(number, entry)
            if let since = earlier[number]?.since, let position = entry.position {
                state.standstill = Standstill(since: since, at: position)
            }
            state.stateSince = earlier[number]?.stateSince
            steps.append(.state(state))
        }
        var gaps = gaps[...]
        for (old, new) in zip(documents, documents.dropFirst()) {
            if let gap = gaps.first, gap.end == new.time {
                steps.append(.gap(gap))
                gaps = gaps.dropFirst()
            }
            steps.append(.commit(new.time))
            for number in Set(old.vehicles.keys).union(new.vehicles.keys)
            where old.vehicles[number] != new.vehicles[number] {
                steps.append(.change(vehicle(number, new.vehicles[number])))
            }
        }
        return steps
    }

    /// The input of the oracle.
    func input(_ task: [String: Any]) throws -> [UInt8] {
        var task = task
        task["areas"] = Self.areas.map { [$0.0, $0.1, $0.2, $0.3, $0.4] as [Any] }
        task["documents"] = documents.enumerated().map { index, document in
            let vehicles = document.vehicles.map { number, entry in
                // Positions as in the log.
                let position = entry.position.map { Position(PastPosition($0)) }
                var object: [String: Any] = [
                    "state": entry.state.rawValue, "lat": position?.latitude ?? NSNull(),
                    "lon": position?.longitude ?? NSNull(), "type": entry.typeID ?? NSNull(),
                ]
                if index == 0 {
                    object["since"] = earlier[number]?.since?.milliseconds
                    object["state_since"] = earlier[number]?.stateSince?.milliseconds
                }
                return ("\(number)", object)
            }
            return [document.time.milliseconds, Dictionary(uniqueKeysWithValues: vehicles)] as [Any]
        }
        task["gaps"] = gaps.map {
            [$0.start.milliseconds, $0.end.milliseconds, $0.failedUntil?.milliseconds ?? NSNull()]
                as [Any]
        }
        return Array(try JSONSerialization.data(withJSONObject: task))
    }
}

extension PastVersion {
    /// Creates a version with some fields.
    convenience init(
        typeID: String? = nil, formFactor: String? = nil, regionID: String? = nil,
        stationID: String? = nil
    ) {
        var vehicle = Vehicle(id: "")
        (vehicle.typeID, vehicle.formFactor) = (typeID, formFactor)
        (vehicle.regionID, vehicle.stationID) = (regionID, stationID)
        self.init(vehicle)
    }
}
