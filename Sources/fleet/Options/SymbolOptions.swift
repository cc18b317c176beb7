import ArgumentParser
import FleetCore
import FleetLabels
import QRCode

/// How a vehicle's QR code is made and shown.
struct SymbolOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the QR code to this file: .png, .svg, .pdf or .txt; - is a PNG on the standard output.",
            valueName: "file|-"))
    var qr: String?

    @Option(help: "What the QR code holds: the vehicle's code or its rental link.")
    var content: SymbolContent = .id

    @Option(help: "How the QR code is drawn in the terminal, and in a .txt file.")
    var art: ArtName?

    @Option(
        help:
            "Show the QR code as an image on the terminal: as it can (auto), by a protocol, or not."
    )
    var graphics: GraphicsChoice?

    @Option(help: "How much of the QR code may be lost: L 7 %, M 15 %, Q 25 %, H 30 %.")
    var level: ErrorCorrection = .medium

    @Option(
        help: ArgumentHelp("Pixels or printer dots per module; 8 unless --size-mm.", valueName: "n")
    )
    var scale: Int?

    @OptionGroup var print: PrintOptions

    @Option(
        help: ArgumentHelp(
            "Tell how the QR code was made as JSON, in a file or on the standard output (- or json).",
            valueName: "file|-"))
    var report: String?

    func validate() throws {
        if let scale, scale < 1 { throw ValidationError("--scale is a number from 1") }
        if scale != nil, print.sizeMm != nil {
            throw ValidationError("--scale and --size-mm exclude each other")
        }
        if reportsToStandardOutput, qr == "-" {
            throw ValidationError("--qr - and --report - both want the standard output")
        }
        _ = try file()
    }

    /// Whether the report takes the place of the text.
    var reportsToStandardOutput: Bool { report.map(LabelReport.isStandardOutput) ?? false }

    /// Where the image goes, if one is wanted.
    func file() throws -> QRFile? {
        guard let qr else { return nil }
        if qr == "-" { return .standardOutput }
        // A device or a pipe has no name to choose.
        if isSpecial(qr) { return .path(qr, .image(.png)) }
        guard let dot = qr.lastIndex(of: "."),
            let format = SymbolFormat(fileExtension: qr[dot...].dropFirst())
        else {
            throw ValidationError(
                "--qr takes a file whose name ends in .png, .svg, .pdf or .txt, or -")
        }
        return .path(qr, format)
    }

    /// Whether anything is drawn in the terminal.
    var isDrawn: Bool { art != ArtName.none || graphics.map { $0 != .none } ?? false }

    /// How the terminal may show an image; a wish for art is one for characters.
    var graphicsChoice: GraphicsChoice { graphics ?? (art == nil ? .auto : .none) }

    /// How large the image is.
    var size: ImageSize {
        ImageSize(
            measure: print.sizeMm.map { .millimetres($0) } ?? .scale(scale ?? 8),
            dotsPerInch: print.dpi, quietZone: print.quietZone, colors: print.colors)
    }
}
