import FleetCore

/// Simulated vehicle.
///
/// Time is divided into cycles of half an hour to two hours, depending on the vehicle. In each
/// cycle the vehicle is first parked and then ridden to its next parking position, or it is charged
/// in a depot. Everything is derived from the seed, the index and the number of the cycle, so the
/// vehicle's state is known at any time without its history.
struct SimulatedVehicle {
    /// Interval between reports during a ride, in milliseconds.
    private static let reportInterval: Int64 = 30_000
    /// Interval between reports while charging, in milliseconds.
    private static let chargingReportInterval: Int64 = 300_000
    private static let colors = ["YellowBlue", "BlueRed", "RedGreen", "GreenYellow"]
        .map { VehicleColor($0) }

    private let seed: UInt64
    private let index: Int
    private let type: SimulatedVehicleType
    private let color: VehicleColor?
    private let home: SimulatedPosition
    /// Length of a cycle in milliseconds, always whole seconds.
    private let cycleLength: Int64
    /// Offsets of the vehicle's cycles, in milliseconds, and of its charges, in cycles.
    private let offset: (cycle: Int64, charge: Int64)

    init(index: Int, seed: UInt64) {
        self.seed = seed
        self.index = index
        var random = SeededRandom(.identity, seed: seed, step: 0, of: index)
        type = SimulatedVehicleType(using: &random)
        color = Self.colors[Int(random.next() % UInt64(Self.colors.count))]
        home = SimulatedPosition(near: .center, reach: 6500, using: &random)
        cycleLength = random.whole(in: 1800..<7200) * 1000
        offset = (random.whole(in: 0..<7200) * 1000, random.whole(in: 0..<SimulatedBattery.cycles))
    }

    /// Returns the vehicle at a time.
    func vehicle(at time: Timestamp) -> Vehicle {
        let telemetry = telemetry(at: time)
        var vehicle = Vehicle(id: SimulatedVehicleID.text(of: index, seed: seed))
        vehicle.position = telemetry.position.coordinate
        vehicle.isReserved = telemetry.isRidden
        vehicle.isDisabled = telemetry.depot != nil
        vehicle.typeID = type.typeID
        vehicle.formFactor = type.formFactor
        vehicle.propulsionType = type.propulsionType
        vehicle.color = color
        vehicle.currentRangeMeters = (telemetry.charge * type.maxRangeMeters).rounded()
        vehicle.currentFuelPercent = telemetry.charge
        vehicle.battery = Battery(percent: (telemetry.charge * 100).rounded())
        vehicle.lastReported = telemetry.reportedAt
        vehicle.stationID = telemetry.depot?.id
        vehicle.measurements = telemetry.measurements(of: index, seed: seed)
        vehicle.rentalURIs = RentalURIs(
            web: "https://example.com/" + vehicle.id, android: nil, ios: nil)
        return vehicle
    }

    /// Returns the depot in which the vehicle is charging at a time, or `nil` if it is in service.
    func depot(at time: Timestamp) -> SimulatedDepot? {
        battery(in: cycleAndAge(at: time).number).isOutOfService
            ? SimulatedDepot(nearestTo: home) : nil
    }

    private func telemetry(at time: Timestamp) -> SimulatedTelemetry {
        let (number, age) = cycleAndAge(at: time)
        let battery = battery(in: number)
        if battery.isOutOfService { return charging(for: age, in: number, at: time) }
        let cycle = cycle(number)
        let ridingTime = age - (cycleLength - cycle.rideLength)
        guard ridingTime >= 0 else {
            return SimulatedTelemetry(
                .parked, at: cycle.start, charge: battery.level(afterRiding: 0),
                reportedAt: Timestamp(milliseconds: time.milliseconds - age))
        }
        let sinceReport = ridingTime % Self.reportInterval
        let progress = Double(ridingTime - sinceReport) / Double(cycle.rideLength)
        let end = self.cycle(number + 1).start
        let distance = cycle.start.squaredDistance(to: end).squareRoot()
        return SimulatedTelemetry(
            .ridden(speed: distance * 1000 / Double(cycle.rideLength)),
            at: cycle.start.moved(towards: end, by: progress),
            charge: battery.level(afterRiding: progress),
            reportedAt: Timestamp(milliseconds: time.milliseconds - sinceReport))
    }

    /// Returns the telemetry of the vehicle in a depot, where it charges for a whole cycle.
    private func charging(
        for age: Int64, in number: Int64, at time: Timestamp
    ) -> SimulatedTelemetry {
        let sinceReport = age % Self.chargingReportInterval
        let progress = Double(age - sinceReport) / Double(cycleLength)
        let depot = SimulatedDepot(nearestTo: home)
        var random = SeededRandom(.depot, seed: seed, step: number, of: index)
        return SimulatedTelemetry(
            .charging(depot),
            at: SimulatedPosition(near: depot.position, reach: 15, using: &random),
            charge: battery(in: number).level(
                afterCharging: progress, to: battery(in: number + 1)),
            reportedAt: Timestamp(milliseconds: time.milliseconds - sinceReport))
    }

    /// Returns the number of the cycle at a time, and the milliseconds since its start.
    private func cycleAndAge(at time: Timestamp) -> (number: Int64, age: Int64) {
        let parts = (time.milliseconds + offset.cycle).quotientAndRemainder(
            flooringBy: cycleLength)
        return (parts.quotient, parts.remainder)
    }

    private func battery(in number: Int64) -> SimulatedBattery {
        SimulatedBattery(seed: seed, index: index, cycle: number + offset.charge)
    }

    /// Returns the parking position of a cycle, and the length of its ride in milliseconds.
    private func cycle(_ number: Int64) -> (start: SimulatedPosition, rideLength: Int64) {
        var random = SeededRandom(.cycle, seed: seed, step: number, of: index)
        let start = SimulatedPosition(near: home, reach: 1500, using: &random)
        return (start, random.whole(in: 360..<1440) * 1000)
    }
}
