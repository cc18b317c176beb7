import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime

/// `fleet history show`: the timeline of a vehicle.
struct HistoryShowCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show where a vehicle was, and for how long.",
        examples: [
            "Show the last seven days of a vehicle": "fleet history show ABP-PHY",
            "Show one day": "fleet history show ABP-PHY --from 2026-05-01 --to 2026-05-01",
            "Save its way as a line for a map":
                "fleet history show ABP-PHY --format geojson > ABP-PHY.geojson",
        ],
        notes: """
            The newest row comes first in tables. Times are those of the system's zone. A dwell time \
            after ~ may be longer, since the feed was not read for a part of it. Nothing is \
            interpolated: the distance is a straight line between two positions.
            """
    )

    @Argument(
        help: .withLink("The vehicle ID; it need not be in the feed any more.", "id"),
        completion: .stored(.vehicles))
    var ids: [String] = []

    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Period") var period: PeriodOptions
    @OptionGroup(title: "Output") var output: ListOutputOptions<TimelineFormat>

    var database: String? { source.database }

    mutating func validate() throws {
        ids = try source.selection.takeLink(fromID: ids, "the vehicle ID")
        let fields: UsedOptions = ["--fields": output.fields != nil]
        try fields.refuse(with: output.selectedFormat == .geojson ? "--format geojson" : nil)
        try FieldNames.check(output.fields, hasOrigin: false)
    }

    static var fieldNames: [String] { Timeline.fieldNames }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(source.argument, in: context.preferences())
        let past = try await VehicleTimeline.of(
            ids[0], in: period.period, of: context.open(selected))
        past.warn(to: context.output)
        if output.selectedFormat == .geojson {
            try context.printList(output.display, header: nil) { _, _, sink in
                sink.append(past.geoJSON.string + "\n")
                try sink.finish()
            }
        } else {
            try context.printList(
                past.list, as: output.selectedFormat.records, output.display
            ) { _ in past.title }
        }
    }
}

extension HistoryShowCommand: ListingCommand {}

/// The format of a timeline.
enum TimelineFormat: String, ListFormatChoice {
    case table, json, ndjson, csv, geojson, xlsx

    /// The format of its list.
    var records: RecordFormat { RecordFormat(rawValue: rawValue) ?? .json }
}
