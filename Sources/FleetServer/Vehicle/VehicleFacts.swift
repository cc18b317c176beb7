import FleetCore
import FleetService

/// The panels of a vehicle's page: the facts of its detail, and its measurements.
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

    init(_ detail: VehicleDetail, of source: PolledSource, _ request: UserRequest) {
        let facts = detail.facts(at: request.environment.now()) { request.time($0).moment }
        let cells = VehicleCells(
            detail.feed, origin: nil, lowBattery: source.source.attention.lowBattery)
        func shown(_ panels: VehicleFact.Panel...) -> [Fact] {
            panels.flatMap { panel in
                facts.filter { $0.panel == panel }.compactMap { fact in
                    Fact(fact, of: detail.vehicle, cells, request)
                }
            }
        }
        condition = shown(.condition)
        place = shown(.place)
        identity = shown(.type, .price, .rotation, .feed)
        let vehicle = detail.vehicle
        let measured = vehicle.alarms + vehicle.measurements.filter { $0.state != .alarm }
        measurements = measured.filter(\.isFact).map { measurement in
            MeasuredValue(
                label: measurement.quantity.label, value: measurement.text,
                threshold: measurement.thresholdText ?? "–",
                isAlarm: measurement.state == .alarm,
                stateText: measurement.state == .unknown
                    ? "–" : Language.current.word(measurement.state.rawValue))
        }
    }
}

extension VehicleFacts.Fact {
    /// Creates the entry of a fact; `nil` if the value is unknown.
    fileprivate init?(
        _ fact: VehicleFact, of vehicle: Vehicle, _ cells: VehicleCells, _ request: UserRequest
    ) {
        label = fact.label
        if let column = fact.column {
            let cell = cells.cell(column, of: vehicle)
            guard cell.isKnown else { return nil }
            self.cells = [CellContext(column, cell, request.style)]
        } else if let time = fact.time {
            guard time.isWritable else { return nil }
            self.time = request.time(time)
        } else {
            guard let text = fact.pageText ?? fact.text else { return nil }
            value = text
        }
    }
}
