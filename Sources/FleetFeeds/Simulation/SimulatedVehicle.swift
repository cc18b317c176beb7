import FleetCore

/// The life of one simulated vehicle.
///
/// Time is cut into cycles of a length that is the vehicle's own, half an hour to two hours. In each it
/// stands first and is ridden then, to where it stands in the next, or it is charged in a depot. All
/// of it is drawn from seed, index and the number of the cycle, so the vehicle is known at any time
/// without what was before.
struct SimulatedVehicle {
    /// While it is ridden, a vehicle reports this often, in milliseconds.
    private static let reportInterval: Int64 = 30_000
    /// The same while it is charged.
    private static let chargingReportInterval: Int64 = 300_000
    private static let colors = ["YellowBlue", "BlueRed", "RedGreen", "GreenYellow"]
        .map { VehicleColor($0) }

    private let seed: UInt64
    private let index: Int
    private let model: SimulatedModel
    private let color: VehicleColor?
    private let home: SimulatedPlace
    /// In milliseconds, whole seconds.
    private let cycleLength: Int64
    /// The time by which its cycles, in milliseconds, and changes of its battery, in cycles, come
    /// sooner than those of others.
    private let advance: (cycle: Int64, charge: Int64)

    init(index: Int, seed: UInt64) {
        self.seed = seed
        self.index = index
        var dice = Dice(.identity, seed: seed, 0, of: index)
        model = SimulatedModel(by: &dice)
        color = Self.colors[Int(dice.next() % UInt64(Self.colors.count))]
        home = SimulatedPlace(near: .middle, reach: 6500, by: &dice)
        cycleLength = dice.whole(in: 1800..<7200) * 1000
        advance = (dice.whole(in: 0..<7200) * 1000, dice.whole(in: 0..<SimulatedCharge.cycles))
    }

    /// The vehicle at a time.
    func vehicle(at time: Timestamp) -> Vehicle {
        let moment = moment(at: time)
        var vehicle = Vehicle(id: VehicleCode.text(of: index, seed: seed))
        vehicle.position = moment.place.position
        vehicle.isReserved = moment.isRidden
        vehicle.isDisabled = moment.depot != nil
        vehicle.typeID = model.typeID
        vehicle.formFactor = model.formFactor
        vehicle.propulsionType = model.propulsionType
        vehicle.color = color
        vehicle.currentRangeMeters = (moment.charge * model.maxRangeMeters).rounded()
        vehicle.currentFuelPercent = moment.charge
        vehicle.battery = Battery(percent: (moment.charge * 100).rounded())
        vehicle.lastReported = moment.reportedAt
        vehicle.stationID = moment.depot?.id
        vehicle.measurements = moment.measurements(of: index, seed: seed)
        vehicle.rentalURIs = RentalURIs(
            web: "https://example.com/" + vehicle.id, android: nil, ios: nil)
        return vehicle
    }

    /// The depot where the vehicle is charged at a time, if it is out of service then.
    func depot(at time: Timestamp) -> SimulatedDepot? {
        charge(in: cycleAndAge(at: time).number).isOutOfService
            ? SimulatedDepot(nearestTo: home) : nil
    }

    private func moment(at time: Timestamp) -> SimulatedMoment {
        let (number, age) = cycleAndAge(at: time)
        let charge = charge(in: number)
        if charge.isOutOfService { return charging(for: age, in: number, at: time) }
        let cycle = cycle(number)
        let riding = age - (cycleLength - cycle.rideLength)
        guard riding >= 0 else {
            return SimulatedMoment(
                .standing, at: cycle.start, charge: charge.share(afterRiding: 0),
                reportedAt: Timestamp(milliseconds: time.milliseconds - age))
        }
        let sinceReport = riding % Self.reportInterval
        let progress = Double(riding - sinceReport) / Double(cycle.rideLength)
        let end = self.cycle(number + 1).start
        let way = cycle.start.squaredDistance(to: end).squareRoot()
        return SimulatedMoment(
            .ridden(speed: way * 1000 / Double(cycle.rideLength)),
            at: cycle.start.moved(towards: end, by: progress),
            charge: charge.share(afterRiding: progress),
            reportedAt: Timestamp(milliseconds: time.milliseconds - sinceReport))
    }

    /// The vehicle in a depot, where it is charged for a whole cycle.
    private func charging(
        for age: Int64, in number: Int64, at time: Timestamp
    ) -> SimulatedMoment {
        let sinceReport = age % Self.chargingReportInterval
        let progress = Double(age - sinceReport) / Double(cycleLength)
        let depot = SimulatedDepot(nearestTo: home)
        var dice = Dice(.depot, seed: seed, number, of: index)
        return SimulatedMoment(
            .charging(depot), at: SimulatedPlace(near: depot.place, reach: 15, by: &dice),
            charge: charge(in: number).share(
                afterCharging: progress, to: charge(in: number + 1)),
            reportedAt: Timestamp(milliseconds: time.milliseconds - sinceReport))
    }

    /// The number of the cycle that a time is in, and how much of it has passed.
    private func cycleAndAge(at time: Timestamp) -> (number: Int64, age: Int64) {
        let parts = (time.milliseconds + advance.cycle).quotientAndRemainder(
            flooringBy: cycleLength)
        return (parts.quotient, parts.remainder)
    }

    private func charge(in number: Int64) -> SimulatedCharge {
        SimulatedCharge(seed: seed, index: index, cycle: number + advance.charge)
    }

    /// Where the vehicle stands in a cycle, and how long the ride at the end of it takes.
    private func cycle(_ number: Int64) -> (start: SimulatedPlace, rideLength: Int64) {
        var dice = Dice(.cycle, seed: seed, number, of: index)
        let start = SimulatedPlace(near: home, reach: 1500, by: &dice)
        return (start, dice.whole(in: 360..<1440) * 1000)
    }
}
