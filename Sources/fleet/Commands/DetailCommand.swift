import ArgumentParser
import FleetCore
import QRCode

/// `fleet detail`: everything known of one vehicle, and its QR code.
struct DetailCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "detail",
        abstract: "Show everything known of one vehicle, and its QR code.",
        discussion: """
            The code is taken exactly, else as the only one that is equal without regard to case, \
            else (without --qr and --picture) as the beginning of a single one.
            """
    )

    @Argument(help: ArgumentHelp("The vehicle's code.", valueName: "id"))
    var id: String

    @OptionGroup var source: SourceOption
    @OptionGroup(title: "QR code") var symbol: SymbolOptions
    @OptionGroup var ansi: AnsiOption

    @Option(
        help: ArgumentHelp(
            "Write the picture of the vehicle's type, as its operator has it, to this file; - is the standard output.",
            valueName: "file|-"))
    var picture: String?

    @Option(help: "The format of the output.")
    var format: ReportFormat = .text

    func validate() throws {
        try TypedID.check([id], "the vehicle's code")
        if picture?.isEmpty == true { throw ValidationError("--picture takes a file, or -") }
        if picture == "-", symbol.qr == "-" || symbol.reportsToStandardOutput {
            throw ValidationError("--picture -, --qr - and --report - all want the standard output")
        }
    }

    func run(in composition: Composition) async throws {
        let selected = try composition.select(source.text, in: composition.preferences())
        let source = try composition.open(selected)
        let file = try symbol.file()
        let picture = picture.map { PictureFile($0) }
        let isWritten = file != nil || picture != nil
        let found = try await source.detail(of: id, allowingPrefix: !isWritten)
        let isShown =
            file != .standardOutput && picture != .standardOutput
            && !symbol.reportsToStandardOutput
        let isDrawn = format == .text && symbol.isDrawn && isShown
        let isMade = file != nil || isDrawn || symbol.report != nil
        let code = isMade ? try SymbolOutput(of: found, symbol) : nil
        warnOfRotation(found, isWritten: file != nil, composition.output)
        if let picture {
            try await source.writePicture(of: found.vehicle, to: picture)
        }
        if let file, let code { try write(code, to: file, composition.output) }
        if let code, let report = symbol.report {
            try code.report(to: report, composition.output)
        }
        if isShown {
            try await print(found, of: source, isDrawn ? code : nil)
        }
    }

    private func warnOfRotation(_ detail: VehicleDetail, isWritten: Bool, _ output: Output) {
        guard isWritten, detail.rotation == .yes else { return }
        output.warn("this source changes its codes after trips: a printed code goes stale")
    }

    private func write(_ code: SymbolOutput, to file: QRFile, _ output: Output) throws {
        symbol.print.warnOfColors(output)
        if let warning = code.warning { output.warn(warning) }
        switch file {
        case .standardOutput:
            try output.write(code.file(.image(.png)))
        case .path(let path, let format):
            try WholeFile.write(code.file(format), to: path)
            output.say("wrote \(path): \(code.summary)")
        }
    }

    private func print(
        _ detail: VehicleDetail, of source: OpenSource, _ code: SymbolOutput?
    ) async throws {
        let output = source.composition.output
        let text = detail.written(as: format, style: source.composition.tableStyle(ansi))
        try output.write(text.string)
        guard let code else { return }
        let pictures =
            ansi.colorsSymbols(on: output)
            ? TerminalPictures(symbol.graphicsChoice, on: output) : nil
        if let pictures { try await source.showPictures(of: detail.vehicle, by: pictures) }
        try output.write(code.picture(on: output, ansi, pictures))
    }
}
