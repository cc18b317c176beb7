import ArgumentParser
import FleetCore
import FleetSession

/// Options for the vehicle filter.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only vehicles of these colors: red, blue-red for both tones, unknown or all.",
            discussion: "Repeat the option or separate colors with commas.",
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
        help: ArgumentHelp(
            "A location in decimal degrees, for --within and distances.", valueName: "lat,lon"))
    var near: CoordinateArgument?

    @Option(
        help: ArgumentHelp(
            "Only vehicles within this many metres of --near.", valueName: "metres"))
    var within: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles at the site with this station_id (see `fleet site list`).",
            valueName: "id"))
    var station: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles with this text in ID, type, station or color.", valueName: "text"))
    var search: String?

    func validate() throws {
        _ = try filter(savedColors: .all)
    }

    /// Returns the colors of `--color`; nil without the option.
    func selectedColors() throws -> ColorFilter? {
        guard !color.isEmpty else { return nil }
        guard let colors = ColorFilter(color) else {
            throw ValidationError("--color must be a word such as red, or blue-red for two tones")
        }
        return colors
    }

    /// Returns the whole filter, with the saved colors if there is no `--color`.
    func filter(savedColors: ColorFilter) throws -> Filter {
        var filter = Filter()
        filter.color = try selectedColors() ?? savedColors
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
            throw ValidationError("\(option) must be between 0 and 100")
        }
        return value
    }

    private func area() throws -> Area? {
        guard let within else { return nil }
        guard let near else { throw ValidationError("--within needs --near LAT,LON") }
        guard within >= 0, within.isFinite else {
            throw ValidationError("--within must be 0 or more metres")
        }
        return Area(center: near.position, radiusMeters: within)
    }
}

extension ArgumentHelp {
    /// Help of `--no-save`.
    static let noSave: Self = "Do not save the colors for the next command."
}

/// Options that narrow a list to the favorites, and for whether its colors are saved.
struct ListFilterOptions: ParsableArguments {
    @Flag(help: "Only favorites (see `fleet favorite`).")
    var favorites = false

    @Flag(help: .noSave)
    var noSave = false
}

/// Option for whether the colors of a filter are saved for the next command.
struct ColorSavingOption: ParsableArguments {
    @Flag(help: .noSave)
    var noSave = false
}
