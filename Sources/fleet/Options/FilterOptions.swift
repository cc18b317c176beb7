import ArgumentParser
import FleetCore
import FleetRuntime

/// Options for the vehicle filter.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only vehicles of these colors: red, blue-red for both tones, unknown or all.",
            discussion: "Repeat the option or separate colors with commas.",
            valueName: "color"), completion: .stored(.colors))
    var color: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only vehicles of these types: a name, an ID, a form factor such as scooter or bike, or a "
                + "propulsion such as electric.",
            valueName: "type"), completion: .stored(.types))
    var type: [String] = []

    @Option(help: "Only vehicles in this state.")
    var state: [VehicleState] = []

    @Option(
        help: ArgumentHelp(
            "Only vehicles with at least this charge, such as 20%.", valueName: "percent"))
    var minBattery: String?

    @Option(
        help: ArgumentHelp("Only vehicles with at most this charge.", valueName: "percent"))
    var maxBattery: String?

    @Option(
        help: ArgumentHelp(
            "Only vehicles with at least this range, such as 6km.", valueName: "distance"))
    var minRange: String?

    @Option(
        help: ArgumentHelp("Only vehicles with at most this range.", valueName: "distance"))
    var maxRange: String?

    @Option(
        help: ArgumentHelp(
            "Only vehicles that have not reported or not moved for this long, such as 24h.",
            valueName: "duration"))
    var idle: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A location in decimal degrees, for --within and distances.", valueName: "lat,lon"))
    var near: CoordinateArgument?

    @Option(
        help: ArgumentHelp(
            "Only vehicles within this distance of --near, such as 500m, 1000ft or 0.3mi.",
            valueName: "distance"))
    var within: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles in this rectangle, by its south-western and north-eastern corners.",
            valueName: "lat,lon,lat,lon"))
    var bbox: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles at the site with this station_id (see `fleet site list`).",
            valueName: "id"), completion: .stored(.sites))
    var station: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles with this text in ID, type, station or color.",
            discussion:
                "With * (any text) or ? (any character), one of them must match as a whole.",
            valueName: "text"))
    var search: String?

    func validate() throws {
        _ = try filter(savedColors: .all)
    }

    /// The first option that is used and that stations do not have; `nil` without one.
    var vehicleOption: String? {
        let colors = (try? selectedColors()) ?? .all
        let options: KeyValuePairs = [
            "--color": colors != .all, "--type": !type.isEmpty, "--state": !state.isEmpty,
            "--min-battery": minBattery != nil, "--max-battery": maxBattery != nil,
            "--min-range": minRange != nil, "--max-range": maxRange != nil, "--idle": idle != nil,
            "--bbox": bbox != nil, "--station": station != nil,
        ]
        return options.first(where: \.value)?.key
    }

    /// The first option that is used and that selects vehicles and stations alike; `nil` without
    /// one.
    var stationOption: String? {
        let options: KeyValuePairs = [
            "--near": near != nil, "--within": within != nil, "--search": search != nil,
        ]
        return options.first(where: \.value)?.key
    }

    /// Returns the colors of `--color`; `nil` without the option.
    func selectedColors() throws -> ColorFilter? {
        try validating { () throws(FilterInputError) in try input().selectedColors() }
    }

    /// Returns the whole filter, with the saved colors if there is no `--color`.
    func filter(savedColors: ColorFilter) throws -> Filter {
        try validating { () throws(FilterInputError) in
            try input().filter(savedColors: savedColors)
        }
    }

    /// Returns the order of the filtered vehicles, by default by ID or by the distance from
    /// `--near`.
    func order(by field: SortField?) throws -> VehicleOrder {
        try validating { () throws(FilterInputError) in try input(sort: field).order() }
    }

    private func input(sort: SortField? = nil) -> FilterInput {
        var input = FilterInput()
        (input[all: .color], input[all: .type]) = (color, type)
        input[all: .state] = state.map(\.rawValue)
        (input[.minBattery], input[.maxBattery]) = (minBattery, maxBattery)
        (input[.minRange], input[.maxRange], input[.idle]) = (minRange, maxRange, idle)
        (input[.near], input[.within], input[.bbox]) = (near?.text, within, bbox)
        (input[.station], input[.search], input[.sort]) = (station, search, sort?.rawValue)
        return input
    }

    /// Runs `body`; its errors name the options.
    private func validating<Value>(
        _ body: () throws(FilterInputError) -> Value
    ) throws -> Value {
        do throws(FilterInputError) {
            return try body()
        } catch {
            throw ValidationError(error.message(naming: \.option))
        }
    }
}

extension ArgumentHelp {
    /// Help of `--no-save`.
    static let noSave: Self = "Do not save the colors for the next command."
}

/// Option for whether the colors of a filter are saved for the next command.
struct ColorSavingOption: ParsableArguments {
    @Flag(help: .noSave)
    var noSave = false
}
