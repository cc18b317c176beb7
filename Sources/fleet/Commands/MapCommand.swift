import ArgumentParser
import FleetCore
import FleetLabels
import FleetStore
import FleetTUI

/// `fleet map`: where the vehicles are, as one still picture.
struct MapCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Draw where the vehicles of a source are: in characters, or as a PNG file.",
        discussion: """
            In characters the saved colors hold, as for `fleet list`; --png has only the filter that is \
            given. `fleet browse map` is the map to move about in.
            """
    )

    @OptionGroup var source: SourceOption
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var ansi: AnsiOption

    @Option(help: ArgumentHelp("Write a PNG image; - is the standard output.", valueName: "file|-"))
    var png: String?

    @Option(
        help: ArgumentHelp(
            "The size in columns and rows, or of an image in pixels; 1200x900 unless given.",
            valueName: "WxH"))
    var size: MapSize?

    @Option(help: "Colors for a dark or a light ground; of an image its ground too.")
    var theme: ThemeChoice = .auto

    @OptionGroup var asking: AskingOptions

    /// More than any screen or page shows.
    private static let mostCharacters = 1000

    func validate() throws {
        guard let size else { return }
        let limits = png == nil ? 1...Self.mostCharacters : Picture.sides
        guard limits.contains(size.width), limits.contains(size.height) else {
            throw ValidationError(
                "--size is from \(limits.lowerBound) to \(limits.upperBound) each way")
        }
    }

    func run(in composition: Composition) async throws {
        let preferences = try composition.preferences()
        let selected = try composition.select(source.text, in: preferences)
        let saved = try await composition.colors(filter, preferences, saves: false)
        var query = VehicleQuery()
        query.filter = try filter.filter(savedColors: png == nil ? saved : .all)
        let source = try composition.open(selected)
        try await source.withListing(query, asking.asking) { listing in
            let drawing = try MapDrawing(listing)
            try png.map { try write(drawing, to: $0, composition.output) }
                ?? print(drawing, listing, to: composition)
            if drawing.withoutPosition > 0 {
                let have = drawing.withoutPosition == 1 ? "vehicle has" : "vehicles have"
                composition.output.say("\(drawing.withoutPosition) \(have) no position")
            }
            composition.output.warn(of: listing.reading)
        }
    }

    private func print(
        _ drawing: MapDrawing, _ listing: Listing, to composition: Composition
    ) throws {
        let output = composition.output
        let header = TableHeader(listing.head, style: composition.tableStyle(ansi)).text
        if output.isTerminal { try output.write(header) } else { output.talk(header) }
        let isColored = ansi.colorsText(on: output, noColor: composition.noColor)
        let palette = Palette(depth: .palette, theme: theme.theme ?? .dark)
        try output.write(drawing.text(size ?? Self.size(of: output), isColored ? palette : nil))
    }

    /// All of a terminal but the rows for the header and the next prompt.
    private static func size(of output: Output) -> MapSize {
        guard let size = output.size else { return MapSize(width: 80, height: 22) }
        return MapSize(
            width: min(size.columns, mostCharacters),
            height: min(max(1, size.rows - 3), mostCharacters))
    }

    private func write(_ drawing: MapDrawing, to path: String, _ output: Output) throws {
        let size = size ?? MapSize(width: 1200, height: 900)
        let image: [UInt8]
        do {
            image = try drawing.png(size, theme.theme ?? .light)
        } catch {
            throw Problem(ofLabel: error) ?? error
        }
        guard path != "-" else { return try output.write(image) }
        try WholeFile.write(image, to: path)
        output.say("wrote \(path): \(size.width) × \(size.height) px")
    }
}
