import ArgumentParser
import FleetCore
import FleetSession

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
            "Only vehicles of these types: a vehicle_type_id or a form factor such as scooter.",
            valueName: "type"), completion: .stored(.types))
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
        help: ArgumentHelp(
            "Only vehicles with at least this range, such as 6km.", valueName: "distance"))
    var minRange: String?

    @Option(
        help: ArgumentHelp("Only vehicles with at most this range.", valueName: "distance"))
    var maxRange: String?

    @Option(
        help: ArgumentHelp(
            "Only vehicles that have not reported for this long, such as 24h.",
            valueName: "duration"))
    var idle: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A location in decimal degrees, for --within and distances.", valueName: "lat,lon"))
    var near: CoordinateArgument?

    @Option(
        help: ArgumentHelp(
            "Only vehicles within this distance of --near, such as 500m.", valueName: "distance"))
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
        filter.battery = try limits(
            percent(minBattery, "--min-battery"), percent(maxBattery, "--max-battery"), "battery")
        filter.range = try limits(
            minRange.map { try DistanceText.meters($0, "--min-range") },
            maxRange.map { try DistanceText.meters($0, "--max-range") }, "range")
        filter.idle = try idle.map {
            IdlePeriod(Duration(clampingSeconds: try DurationText.seconds($0, "--idle")))
        }
        filter.area = try area()
        filter.box = try bbox.map(Self.box)
        filter.station = station
        filter.search = try searchText()
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
        return Area(
            center: near.position, radiusMeters: try DistanceText.meters(within, "--within"))
    }

    private func limits(
        _ minimum: Double?, _ maximum: Double?, _ name: String
    ) throws -> ValueRange? {
        if let minimum, let maximum, minimum > maximum {
            throw ValidationError("--min-\(name) is more than --max-\(name)")
        }
        return ValueRange(minimum: minimum, maximum: maximum)
    }

    private static func box(_ text: String) throws -> BoundingBox {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
        let corners = [numbers.prefix(2), numbers.dropFirst(2)].map {
            CoordinateArgument(argument: $0.joined(separator: ","))?.position
        }
        guard let southWest = corners[0], let northEast = corners[1] else {
            throw ValidationError("--bbox must be SOUTH,WEST,NORTH,EAST in decimal degrees")
        }
        guard let box = BoundingBox(southWest: southWest, northEast: northEast) else {
            throw ValidationError("--bbox needs the southern latitude first")
        }
        return box
    }

    private func searchText() throws -> String? {
        guard let search, SearchPattern.hasWildcards(search) else { return search }
        guard SearchPattern(search) != nil else {
            throw ValidationError(
                "--search with * or ? must be at most \(SearchPattern.maxBytes) bytes long")
        }
        return search
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
