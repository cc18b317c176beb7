import ArgumentParser
import FleetCore
import FleetLabels
import FleetOutput
import FleetRuntime
import FleetTUI

extension ArgumentHelp {
    /// Help of `--ansi`.
    static let ansi: Self = ArgumentHelp(
        "Color text and tables; auto does so on a terminal unless NO_COLOR is set.",
        discussion: "Other formats have no colors, and images always have theirs.")

    /// Help of `--json`.
    static let json: Self = "Short form of --format json."

    /// Help of `--fields`.
    static let fields = ArgumentHelp(
        "Only these fields, by their names in JSON, in this order.", valueName: "field,...")

    /// Help of `--no-pager`.
    static let noPager: Self = "Do not show long output on a terminal in $PAGER."

    /// Help of `--no-header`.
    static let noHeader: Self = "Omit the titles of the columns."
}

/// Options for the output of a list.
struct ListOutputOptions<Format: ListFormatChoice>: ParsableArguments {
    @Option(help: "Output format.")
    var format: Format?

    @Flag(help: .json)
    var json = false

    @Option(help: .fields, completion: .fields)
    var fields: String?

    @Flag(help: .noHeader)
    var noHeader = false

    @Flag(help: .noPager)
    var noPager = false

    @Option(
        help: ArgumentHelp(
            "Write to this file, in the format of its ending without --format.", valueName: "file|-"
        ),
        completion: .file())
    var out: String?

    @OptionGroup var spreadsheet: SpreadsheetOptions

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto

    func validate() throws {
        try Format.check(format, json: json)
        try checkFileName()
        try spreadsheet.used.require("--format csv", selectedFormat.rawValue == "csv")
        if !["table", "csv"].contains(selectedFormat.rawValue) {
            try titles.refuse(with: json ? "--json" : "--format \(selectedFormat.rawValue)")
        }
        _ = try FieldNames.parsed(fields)
    }

    /// The option for titles, which only columns have.
    var titles: UsedOptions { ["--no-header": noHeader] }

    /// The selected format, by default that of the file, or of the options.
    var selectedFormat: Format { json ? .json : format ?? formatOfFile ?? usualFormat }

    /// CSV if an option for it is used, or else a table.
    private var usualFormat: Format {
        (spreadsheet.csvLocale == nil ? nil : Format(rawValue: "csv")) ?? .table
    }

    /// The format that the ending of the file names.
    var formatOfFile: Format? { fileEnding.flatMap { Format(rawValue: $0) } }

    var display: ListDisplay {
        ListDisplay(
            selection: FieldNames.selection(fields, hasTitles: !noHeader), ansi: ansi,
            usesPager: !noPager, cells: spreadsheet.cells, file: out,
            isBinary: selectedFormat.rawValue == Self.workbook)
    }

    private static var workbook: String { "xlsx" }

    /// The ending of the name of the file, in lower case.
    private var fileEnding: String? {
        guard let name = out?.split(separator: "/").last, let dot = name.lastIndex(of: "."),
            dot > name.startIndex
        else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Refuses to name a text like a workbook, or the other way round, which no program opens.
    private func checkFileName() throws {
        guard let out, out != "-", let ending = fileEnding else { return }
        let isWorkbook = selectedFormat.rawValue == Self.workbook
        if ending == Self.workbook, !isWorkbook {
            let format = "--format \(selectedFormat.rawValue)"
            throw ValidationError(
                Format(rawValue: Self.workbook) == nil
                    ? "this list has no format xlsx, so the name of --out cannot end in .xlsx"
                    : "\(json ? "--json" : format) is no workbook, so the name of --out cannot "
                        + "end in .xlsx")
        }
        if isWorkbook, ending != Self.workbook {
            throw ValidationError(
                "--format xlsx writes a workbook, so the name of --out cannot end in .\(ending)")
        }
    }
}

/// The names in a value of `--fields`.
enum FieldNames {
    /// Parses a value; `nil` without one.
    static func parsed(_ value: String?) throws -> [String]? {
        let names = value.map(NameText.names(in:))
        if names?.contains("") ?? false {
            throw ValidationError("--fields must be names such as vehicle_id,lat,lon")
        }
        return names
    }

    /// Refuses a distance without the location that it is measured from.
    static func check(_ value: String?, hasOrigin: Bool) throws {
        let names = try parsed(value) ?? []
        guard !hasOrigin, names.contains(where: ["distance", "distance_meters"].contains) else {
            return
        }
        throw ValidationError("--fields distance_meters needs --near, the location to measure from")
    }

    /// Returns the selection of a value that was parsed before.
    static func selection(_ value: String?, hasTitles: Bool) -> ListSelection {
        ListSelection(fields: (try? parsed(value)) ?? nil, hasTitles: hasTitles)
    }
}

/// Options for the output of `fleet detail`.
struct DetailOutputOptions: ParsableArguments {
    @OptionGroup var selection: FormatOptions<ReportFormat>

    @Option(
        help: ArgumentHelp(
            "Write the operator's picture of the vehicle type to this file (- for standard output).",
            valueName: "file|-"))
    var picture: String?

    @Flag(help: "Also show the recorded events, newest first; in JSON with the charges.")
    var events = false

    @Flag(help: .noPager)
    var noPager = false

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto

    var format: ReportFormat { selection.selected }
}

/// Options for the output of `fleet map`.
struct MapOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a PNG image to this file (- for standard output).", valueName: "file|-"))
    var png: String?

    @Option(
        help: ArgumentHelp(
            "Size in columns and rows, or of an image in pixels. (default for images: 1200x900)",
            valueName: "WxH"))
    var size: MapSize?

    @Flag(
        help: """
            List the vehicles and sites in words, with distance and direction, for screen readers; \
            no colors or control sequences.
            """)
    var plain = false

    @Flag(help: "Do not draw the outlines of zones.")
    var noZones = false

    @Option(
        help: """
            Colors for a dark or a light background, if there are any; sets the background of images \
            too.
            """)
    var theme: ThemeChoice = .auto

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto

    /// Maximum columns or rows, more than any screen or page shows.
    static let maxCharacters = 1000

    func validate() throws {
        try validateFileName()
        if plain, png != nil { throw ValidationError("--plain and --png cannot be used together") }
        try (["--theme": theme != .auto] as UsedOptions).refuse(with: plain ? "--plain" : nil)
        if plain, size != nil {
            throw ValidationError("--plain and --size cannot be used together")
        }
        if plain, ansi == .always {
            throw ValidationError("--plain and --ansi always cannot be used together")
        }
        guard let size else { return }
        let limits = png == nil ? 1...Self.maxCharacters : RasterCanvas.sides
        guard limits.contains(size.width), limits.contains(size.height) else {
            throw ValidationError(
                "both sides of --size must be between \(limits.lowerBound) and "
                    + "\(limits.upperBound)")
        }
    }
}

extension MapOutputOptions {
    /// Refuses a file name with the extension of another format.
    private func validateFileName() throws {
        guard let name = png?.split(separator: "/").last, let dot = name.lastIndex(of: "."),
            dot > name.startIndex
        else { return }
        let ending = name[name.index(after: dot)...]
        guard ending.isEmpty || ending.lowercased() == "png" else {
            throw ValidationError("--png writes a PNG image, so its name cannot end in .\(ending)")
        }
    }
}

/// Output format of a watched source.
enum WatchFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table
    case ndjson
}

/// Options for the output of `fleet watch`.
struct WatchOutputOptions: ParsableArguments {
    @Flag(help: "Print events instead of a table: appeared, moved, battery_low and others.")
    var events = false

    @Option(help: "A table, or a line of JSON for each state or event.")
    var format: WatchFormat = .table

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto

    /// The option for an output that is no table; `nil` for a table.
    var withoutTable: String? {
        events ? "--events" : format == .table ? nil : "--format \(format.rawValue)"
    }
}

/// Options for the output of `fleet site watch`.
struct SiteWatchOutputOptions: ParsableArguments {
    @Option(help: "A table, or a line of JSON for each new value and alarm.")
    var format: WatchFormat = .table

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto
}

/// Options for how the terminal shows the screens of `fleet browse`.
struct DisplayOptions: ParsableArguments {
    @Option(help: "Colors for a dark or a light background; auto asks the terminal.")
    var theme: ThemeChoice = .auto

    @Option(
        help: """
            Protocol for QR codes and pictures as images; auto asks the terminal, blocks draws \
            pictures with colored half blocks, none draws only QR codes, with characters.
            """)
    var graphics: GraphicsChoice = .auto

    @Flag(
        help: """
            Print numbered lists and changes as lines, for screen readers; reads one key a line from \
            standard input; no colors or control sequences.
            """)
    var plain = false

    @Flag(help: "Disable mouse support, so that you can select text.")
    var noMouse = false

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto

    func validate() throws {
        if plain, ansi == .always {
            throw ValidationError("--plain and --ansi always cannot be used together")
        }
        let onScreen: UsedOptions = [
            "--theme": theme != .auto, "--graphics": graphics != .auto, "--no-mouse": noMouse,
        ]
        try onScreen.refuse(with: plain ? "--plain" : nil)
    }
}

/// Background that colors are selected for.
enum ThemeChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// The background that the terminal reports.
    case auto
    case dark
    case light

    /// The theme; `nil` for that of the terminal.
    var theme: Theme? { Theme(rawValue: rawValue) }
}
