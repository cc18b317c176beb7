import ArgumentParser
import FleetCore

/// What a list is narrowed to.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only vehicles of these colors: `red`, `blue-red` for both tones, `unknown`, `all`.",
            discussion: "May be repeated; commas separate several.",
            valueName: "color"))
    var color: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only vehicles of these types: a vehicle_type_id or a form factor such as scooter.",
            valueName: "type"))
    var type: [String] = []

    @Option(help: "Only vehicles in this state.")
    var state: [VehicleState] = []

    @Option(
        help: ArgumentHelp("Only vehicles with at least this charge.", valueName: "percent"))
    var minBattery: Double?

    @Option(
        help: ArgumentHelp("Only vehicles with at most this charge.", valueName: "percent"))
    var maxBattery: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A place in decimal degrees; see --within.", valueName: "lat,lon"))
    var near: Place?

    @Option(
        help: ArgumentHelp("Only vehicles so near to --near.", valueName: "metres"))
    var within: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles at this site, by its station_id; see `fleet site list`.",
            valueName: "id"))
    var station: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles with this text in code, type, station or color.", valueName: "text"))
    var search: String?

    func validate() throws {
        _ = try filter(savedColors: .all)
    }

    /// The colors that the user chose now; `nil` if none were.
    func chosenColors() throws -> ColorFilter? {
        guard !color.isEmpty else { return nil }
        guard let colors = ColorFilter(color) else {
            throw ValidationError("a color is a word such as red, or blue-red for two tones")
        }
        return colors
    }

    /// The whole filter; the saved colors hold where none were chosen now.
    func filter(savedColors: ColorFilter) throws -> Filter {
        var filter = Filter()
        filter.color = try chosenColors() ?? savedColors
        filter.types = type.flatMap { $0.split(separator: ",").map(String.init) }
        filter.states = Set(state)
        filter.battery = BatteryRange(
            minimum: try percent(minBattery, "--min-battery"),
            maximum: try percent(maxBattery, "--max-battery"))
        filter.area = try area()
        filter.station = station
        filter.search = search
        return filter
    }

    private func percent(_ value: Double?, _ option: String) throws -> Double? {
        guard let value else { return nil }
        guard (0...100).contains(value) else {
            throw ValidationError("\(option) is a percentage from 0 to 100")
        }
        return value
    }

    private func area() throws -> Area? {
        guard let within else { return nil }
        guard let near else { throw ValidationError("--within needs a place: --near LAT,LON") }
        guard within >= 0, within.isFinite else {
            throw ValidationError("--within is a distance of 0 m or more")
        }
        return Area(center: near.position, radiusMeters: within)
    }
}
