import ArgumentParser
import FleetOutput
import POSIX
import QRCode
import SystemPackage

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

    @Flag(
        help: """
            Draw the QR code for the other background: half and full blocks for a light one, ascii for \
            a dark one.
            """)
    var invert = false

    @Option(
        help: """
            Protocol for images on the terminal; auto asks the terminal, blocks draws pictures with \
            colored half blocks, none draws only the QR code, with characters.
            """
    )
    var graphics: GraphicsChoice?

    @Option(help: "Error correction level: L recovers 7%, M 15%, Q 25%, H 30% of the QR code.")
    var level: ErrorCorrection = .medium

    @Option(
        help: ArgumentHelp(
            "Pixels or printer dots per module of an image. (default: 8, or fitted to --size-mm)",
            valueName: "n"))
    var scale: Int?

    func validate() throws {
        if let scale, scale < 1 { throw ValidationError("--scale must be 1 or more") }
        _ = try file()
    }

    /// Returns the file of the image; `nil` without `--qr`.
    func file() throws -> QRFile? {
        guard let qr else { return nil }
        if qr == "-" { return .standardOutput }
        // The name of a device or a pipe does not select a format.
        if FileSystem.isSpecialFile(FilePath(argument: qr)) { return .path(qr, .image(.png)) }
        guard let dot = qr.lastIndex(of: "."),
            let format = SymbolFormat(fileExtension: qr[dot...].dropFirst())
        else {
            throw ValidationError("--qr must be a .png, .svg, .pdf or .txt file, or -")
        }
        return .path(qr, format)
    }

    /// Whether the QR code is shown on the terminal.
    var isDrawn: Bool { art != ArtChoice.none || graphics.map { $0 != .none } ?? false }

    /// Refuses options without effect.
    /// - Parameters:
    ///   - undrawn: The option because of which nothing is drawn on the terminal; `nil` if it is.
    ///   - hasReport: Whether there is a report about the QR code, which also has its size.
    func checkUse(_ print: PrintOptions, undrawn: String?, hasReport: Bool) throws {
        try (["--no-verify": !print.verify] as UsedOptions).require("--qr", qr != nil)
        let isText = qr?.lowercased().hasSuffix(".txt") ?? false
        let drawing: UsedOptions = [
            "--art": art.map { $0 != .none } ?? false, "--invert": invert,
            "--graphics": graphics.map { $0 != .none } ?? false,
        ]
        try (["--invert": invert] as UsedOptions).refuse(with: qr == nil ? notArt : "--qr")
        try drawing.refuse(with: isText ? nil : undrawn)
        let content: UsedOptions = ["--content": content != .id, "--level": level != .medium]
        try (content + print.modules).refuse(with: qr != nil || hasReport ? nil : undrawn)
        let size = (["--scale": scale != nil] as UsedOptions) + print.size
        let imageless = isText ? "a .txt file" : qr == nil ? undrawn ?? characters : nil
        try print.inks.refuse(with: imageless)
        try size.refuse(with: hasReport && !isText ? nil : imageless)
    }

    /// The option that selects characters on the terminal; `nil` if there may be an image.
    private var characters: String? {
        guard graphicsChoice == .none else { return nil }
        return graphics == nil
            ? art.map { "--art \($0.rawValue)" } ?? "--invert" : "--graphics none"
    }

    /// The option because of which images are drawn instead of characters.
    private var notArt: String? {
        switch graphics {
        case .none?, .blocks?, nil: nil
        case let graphics?: "--graphics \(graphics.rawValue)"
        }
    }

    /// The image protocol; `--art` or `--invert` alone selects characters.
    var graphicsChoice: GraphicsChoice { graphics ?? (art == nil && !invert ? .auto : .none) }

    /// Returns the options without the parts that concern only the command line.
    func output(_ print: PrintOptions) -> SymbolOutput.Options {
        SymbolOutput.Options(
            content: content,
            encoding: EncodingOptions(
                level: level, boosts: print.boost, verifies: print.verify && qr != nil),
            size: size(print), art: art, inverted: invert, file: qr)
    }

    private func size(_ print: PrintOptions) -> ImageSize {
        ImageSize(
            measure: print.sizeMm.map { .millimetres($0) } ?? .scale(scale ?? 8),
            dotsPerInch: print.dpi, quietZone: print.quietZone, colors: print.colors)
    }
}

/// Option for a report about the QR code.
struct SymbolReportOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a JSON report about the QR code to this file (- or json for standard output).",
            valueName: "file|-"))
    var report: String?

    /// Whether the report replaces the text on standard output.
    var replacesText: Bool { report.map(LabelReport.isStandardOutput) ?? false }
}
