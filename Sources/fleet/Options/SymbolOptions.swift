import ArgumentParser
import FleetCore
import FleetLabels
import FleetSession
import QRCode

/// Options for the QR code of a vehicle.
struct SymbolOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the QR code to a .png, .svg, .pdf or .txt file (- for a PNG on standard output).",
            valueName: "file|-"))
    var qr: String?

    @Option(help: "Content of the QR code: the vehicle ID or its rental link.")
    var content: SymbolContent = .id

    @Option(help: "Characters that draw the QR code in the terminal and in a .txt file.")
    var art: ArtChoice?

    @Option(
        help: "Protocol for images on the terminal; auto asks the terminal, none draws characters."
    )
    var graphics: GraphicsChoice?

    @Option(help: "Error correction level: L recovers 7%, M 15%, Q 25%, H 30% of the QR code.")
    var level: ErrorCorrection = .medium

    @Option(
        help: ArgumentHelp(
            "Pixels or printer dots per module. (default: 8, or fitted to --size-mm)",
            valueName: "n"))
    var scale: Int?

    @OptionGroup var print: PrintOptions

    @Option(
        help: ArgumentHelp(
            "Write a JSON report about the QR code to this file (- or json for standard output).",
            valueName: "file|-"))
    var report: String?

    func validate() throws {
        if let scale, scale < 1 { throw ValidationError("--scale must be 1 or more") }
        if scale != nil, print.sizeMm != nil {
            throw ValidationError("--scale and --size-mm cannot be used together")
        }
        if reportsToStandardOutput, qr == "-" {
            throw ValidationError("only one of --qr and --report can write to standard output")
        }
        _ = try file()
    }

    /// Whether the report replaces the text on standard output.
    var reportsToStandardOutput: Bool { report.map(LabelReport.isStandardOutput) ?? false }

    /// Returns the file of the image; nil without `--qr`.
    func file() throws -> QRFile? {
        guard let qr else { return nil }
        if qr == "-" { return .standardOutput }
        // The name of a device or a pipe does not select a format.
        if isSpecialFile(qr) { return .path(qr, .image(.png)) }
        guard let dot = qr.lastIndex(of: "."),
            let format = SymbolFormat(fileExtension: qr[dot...].dropFirst())
        else {
            throw ValidationError("--qr must be a .png, .svg, .pdf or .txt file, or -")
        }
        return .path(qr, format)
    }

    /// Whether the QR code is shown on the terminal.
    var isDrawn: Bool { art != ArtChoice.none || graphics.map { $0 != .none } ?? false }

    /// The image protocol; `--art` alone selects characters.
    var graphicsChoice: GraphicsChoice { graphics ?? (art == nil ? .auto : .none) }

    /// The options without the parts that concern only the command line.
    var output: SymbolOutput.Options {
        SymbolOutput.Options(
            content: content,
            encoding: EncodingOptions(
                level: level, boosts: print.boost, verifies: print.verify && qr != nil),
            size: size, art: art, file: qr)
    }

    private var size: ImageSize {
        ImageSize(
            measure: print.sizeMm.map { .millimetres($0) } ?? .scale(scale ?? 8),
            dotsPerInch: print.dpi, quietZone: print.quietZone, colors: print.colors)
    }
}
