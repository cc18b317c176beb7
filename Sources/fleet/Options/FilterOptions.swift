import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// Options for the vehicle filter.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only the vehicles of this view, in its order and columns (see `fleet view`).",
            discussion: "Other options replace those of the view.", valueName: "name"),
        completion: .stored(.views))
    var view: String?

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

    @Option(help: "Only vehicles in this state.", completion: .stored(.states))
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
        help: ArgumentHelp(
            "Only vehicles with an alarm of this sensor, such as tipped_over, or any.",
            valueName: "sensor"), completion: .list(FilterInput.alarmNames))
    var alarm: [String] = []

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
        help: .zone, completion: .stored(.zones))
    var zone: [String] = []

    @Option(help: .rule, completion: .list(FilterInput.ruleNames))
    var rule: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only vehicles in this region of the operator, by its name or region_id.",
            discussion: "Repeat the option for several regions.", valueName: "name|id"),
        completion: .stored(.regions))
    var region: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles at the site with this station_id (see `fleet site list`).",
            valueName: "id"), completion: .stored(.sites))
    var station: String?

    @Option(help: "Only vehicles with a row in the asset list of the source, or without.")
    var listed: YesOrNo?

    @Option(
        name: .customLong("where"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Only vehicles whose property has this value, such as 'Shelf=A3', or != for another.",
            discussion:
                "With * (any text) or ? (any character) in the value; without a value, the vehicles "
                + "that lack the property. Repeat the option for several conditions.",
            valueName: "name=value"), completion: .stored(.properties))
    var conditions: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only vehicles with this text in ID, name, type, station, color or a property.",
            discussion:
                "With * (any text) or ? (any character), one of them must match as a whole.",
            valueName: "text"))
    var search: String?

    func validate() throws { try check(sort: nil) }

    /// Whether any option is used.
    var isUsed: Bool { input != FilterInput() || view != nil }

    /// Refuses a location that selects nothing, for a command that shows no distances.
    /// - Parameter query: What the options, and those of a view, select.
    /// - Throws: `CommandError` (64).
    func requireWithin(in query: VehicleQuery) throws(CommandError) {
        guard near != nil, query.filter.area == nil else { return }
        throw .usage(
            "--near needs --within, since no distances are shown",
            hint: "add a distance such as `--within 500m`, or leave out --near")
    }

    /// The first option that is used and that stations do not have; `nil` without one.
    var vehicleOption: String? {
        if view != nil { return "--view" }
        let selectsColors = (ColorFilter(color) ?? .all) != .all
        return input.firstOption { !$0.selectsStations && ($0 != .color || selectsColors) }
    }

    /// The first option that is used and that selects vehicles and stations alike; `nil` without
    /// one.
    var stationOption: String? { input.firstOption(where: \.selectsStations) }

    /// Returns the typed values.
    var input: FilterInput {
        var input = FilterInput()
        (input[all: .color], input[all: .type]) = (color, type)
        input[all: .state] = state.map(\.rawValue)
        (input[.minBattery], input[.maxBattery]) = (minBattery, maxBattery)
        (input[.minRange], input[.maxRange], input[.idle]) = (minRange, maxRange, idle)
        (input[all: .alarm], input[all: .rule]) = (alarm, rule)
        (input[.near], input[.within], input[.bbox]) = (near?.text, within, bbox)
        (input[all: .zone], input[all: .region]) = (zone, region)
        (input[.station], input[.listed], input[.search]) = (station, listed?.rawValue, search)
        input[all: .condition] = conditions
        return input
    }
}

/// An answer on the command line.
enum YesOrNo: String, CaseIterable, ExpressibleByArgument, Sendable {
    case yes
    case no
}

extension ArgumentHelp {
    /// Help of `--zone`.
    static let zone = ArgumentHelp(
        "Only vehicles in a zone of the operator, by its name, or in the area of a GeoJSON file.",
        discussion: "Repeat the option for several zones.", valueName: "name|file")

    /// Help of `--rule`.
    static let rule = ArgumentHelp(
        "Only vehicles where this rule of the operator's zones holds for them.",
        discussion:
            "One of \(FilterInput.ruleNames.joined(separator: ", ")); repeat the option for several rules.",
        valueName: "rule")

    /// Help of `--region` of the commands for sites.
    static let siteRegion = ArgumentHelp(
        "Only sites in this region of the operator, by its name or region_id.",
        discussion: "Repeat the option for several regions.", valueName: "name|id")

    /// Help of `--no-save`.
    static let noSave = ArgumentHelp(
        "Do not save the colors for the next command.",
        discussion: "Formats other than tables, and views, never save them.")
}

/// Option for whether the colors of a filter are saved for the next command.
struct ColorSavingOption: ParsableArguments {
    @Flag(help: .noSave)
    var noSave = false
}
