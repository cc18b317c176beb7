import FleetCore

/// The life of one simulated vehicle.
///
/// Time is cut into cycles of a length that is the vehicle's own, half an hour to two hours. In each it
/// stands first and is ridden then, to where it stands in the next. All of it is drawn from seed, index
/// and the number of the cycle, so the vehicle is known at any time without what was before.
struct SimulatedVehicle {
    /// While it is ridden, a vehicle reports this often, in milliseconds.
    private static let reportInterval: Int64 = 30_000
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
        vehicle.isDisabled = moment.isOutOfService
        vehicle.typeID = model.typeID
        vehicle.formFactor = model.formFactor
        vehicle.propulsionType = model.propulsionType
        vehicle.color = color
        vehicle.currentRangeMeters = (moment.charge * model.maxRangeMeters).rounded()
        vehicle.currentFuelPercent = moment.charge
        vehicle.battery = Battery(percent: (moment.charge * 100).rounded())
        vehicle.lastReported = moment.reportedAt
        vehicle.rentalURIs = RentalURIs(
            web: "https://example.com/" + vehicle.id, android: nil, ios: nil)
        return vehicle
    }

    /// What changes about a vehicle, as it last reported it.
    private struct Moment {
        var place: SimulatedPlace
        /// How full the battery is, 0 to 1.
        var charge: Double
        var isRidden: Bool
        var isOutOfService: Bool
        var reportedAt: Timestamp
    }

    private func moment(at time: Timestamp) -> Moment {
        let (number, age) = (time.milliseconds + advance.cycle)
            .quotientAndRemainder(flooringBy: cycleLength)
        let cycle = cycle(number)
        let charge = SimulatedCharge(seed: seed, index: index, cycle: number + advance.charge)
        let riding = age - (cycleLength - cycle.rideLength)
        guard riding >= 0, !charge.isOutOfService else {
            return Moment(
                place: cycle.start, charge: charge.share(afterRiding: 0), isRidden: false,
                isOutOfService: charge.isOutOfService,
                reportedAt: Timestamp(milliseconds: time.milliseconds - age))
        }
        let sinceReport = riding % Self.reportInterval
        let progress = Double(riding - sinceReport) / Double(cycle.rideLength)
        return Moment(
            place: cycle.start.moved(towards: self.cycle(number + 1).start, by: progress),
            charge: charge.share(afterRiding: progress), isRidden: true, isOutOfService: false,
            reportedAt: Timestamp(milliseconds: time.milliseconds - sinceReport))
    }

    /// Where the vehicle stands in a cycle, and how long the ride at the end of it takes.
    private func cycle(_ number: Int64) -> (start: SimulatedPlace, rideLength: Int64) {
        var dice = Dice(.cycle, seed: seed, number, of: index)
        let start = SimulatedPlace(near: home, reach: 1500, by: &dice)
        return (start, dice.whole(in: 360..<1440) * 1000)
    }
}
