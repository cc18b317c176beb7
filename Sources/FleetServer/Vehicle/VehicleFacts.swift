import FleetCore
import FleetService

/// The facts about a vehicle in groups.
///
/// A fact is left out if it is unknown, a condition that does not hold, or in the status line or in
/// another fact.
struct VehicleFacts {
    struct Fact {
        var label: String
        var value: String?
        var time: ShownTime?
        /// The value, if lists have a column for it.
        var cells: [CellContext] = []
    }

    struct MeasuredValue {
        var label: String
        var value: String
        var threshold: String
        var isAlarm: Bool
        var stateText: String
    }

    let condition: [Fact]
    let place: [Fact]
    let identity: [Fact]
    let measurements: [MeasuredValue]

    init(
        _ view: VehicleView, _ context: VehicleDetail.Context, _ source: PolledSource,
        _ request: UserRequest
    ) {
        let vehicle = view.vehicle
        let cells = VehicleCells(view.info.feed, origin: nil)
        func fact(_ label: String, _ column: VehicleColumn) -> Fact? {
            let cell = cells.cell(column, of: vehicle)
            let shown = CellContext(column, cell, request.style)
            return cell.isKnown ? Fact(label: label, cells: [shown]) : nil
        }
        func fact(_ label: String, _ value: String?) -> Fact? {
            value.map { Fact(label: label, value: $0) }
        }
        func fact(_ label: String, _ time: Timestamp?) -> Fact? {
            time.flatMap { $0.isWritable ? Fact(label: label, time: request.time($0)) : nil }
        }
        let fuel = vehicle.fuelBesideBattery
        let stillSince = vehicle.stillSince.flatMap { $0 < view.info.fetchedAt ? $0 : nil }
        let free = context.availabilityTexts(at: request.environment.now()) {
            request.time($0).moment
        }
        let facts = [
            // The status line has the alarm in its place.
            fact(localized("State"), vehicle.hasAlarm ? vehicle.state.name : nil),
            fact(localized("Reserved"), vehicle.isReservedBesideState ? localized("yes") : nil),
            fact(localized("Fuel"), fuel.map { ShortText.percent(($0 * 1000).rounded() / 10) }),
            fact(localized("Range"), .range),
            fact(localized("Last reported"), .reported),
            fact(localized("Still since"), stillSince),
        ]
        condition = (facts + (free ?? []).map { fact(localized("Free"), $0) }).compactMap(\.self)
        let zones = context.zones.isEmpty ? nil : context.zones.joined(separator: ", ")
        let located = [
            fact(localized("Location"), .location), fact(localized("Station"), .station),
            fact(localized("Region"), .region),
            fact(localized("Zones"), zones),
        ]
        let rules = context.rules.enumerated().map { index, rule in
            fact(index == 0 ? localized("Rules here") : localized("Overruled"), rule.text)
        }
        place = (located + rules).compactMap(\.self)
        let feed = view.info.feed
        identity = [
            fact(localized("Code"), vehicle.code),
            fact(localized("Form factor"), vehicle.formFactor.map(Self.word)),
            fact(localized("Propulsion"), vehicle.propulsionType.map(Self.word)),
            fact(localized("Vehicle type"), vehicle.typeID),
            fact(localized("Price"), context.price?.line),
            fact(
                localized("Color in feed"),
                vehicle.color.flatMap { $0.name == $0.label ? nil : $0.name }),
            fact(localized("ID rotates"), view.rotation == .yes ? localized("yes") : nil),
            fact(localized("System"), feed.systemName == source.name ? nil : feed.systemName),
            fact(localized("Feed"), feed.format),
            fact(localized("Updated"), feed.lastUpdated),
            fact(localized("Fetched"), view.info.fetchedAt),
        ].compactMap(\.self)
        let measured = vehicle.alarms + vehicle.measurements.filter { $0.state != .alarm }
        measurements = measured.filter(\.isFact).map { measurement in
            MeasuredValue(
                label: measurement.quantity.label, value: measurement.text,
                threshold: measurement.thresholdText ?? "–",
                isAlarm: measurement.state == .alarm,
                stateText: measurement.state == .unknown
                    ? "–" : Self.word(measurement.state.rawValue))
        }
    }

    private static func word(_ text: String) -> String { Language.current.word(text) }
}
