import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetOutput
import FleetRuntime
import QRCode

/// `fleet detail`: one vehicle and its QR code.
struct DetailCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "detail",
        abstract: "Show one vehicle and its QR code.",
        examples: [
            "Show a vehicle": "fleet detail ABP-PHY",
            "Show what happened to it": "fleet detail ABP-PHY --events --art none",
            "Save its QR code as an image": "fleet detail ABP-PHY --qr ABP-PHY.png",
            "Save its QR code as a PDF, 25 mm wide":
                "fleet detail ABP-PHY --qr ABP-PHY.pdf --size-mm 25",
        ],
        notes: """
            IDs match regardless of case, unless that is ambiguous. The beginning of an ID is enough if \
            it is unique. A charge after ~ is estimated, from the range. `fleet serve` records the \
            events of the sources that it serves for seven days; without it, and before, there are \
            none.
            """
    )

    @Argument(
        help: .withLink(
            "The vehicle ID, or the address of its page on the server of your login.", "id"),
        completion: .stored(.vehicles))
    var ids: [String] = []

    @OptionGroup(title: "Source") var source: SourceOption
    @OptionGroup(title: "Source") var texts: LanguageOption
    @OptionGroup(title: "Source") var moment: MomentOption
    @OptionGroup(title: "QR code") var symbol: SymbolOptions
    @OptionGroup(title: "QR code") var print: PrintOptions
    @OptionGroup(title: "QR code") var report: SymbolReportOption
    @OptionGroup(title: "Output") var output: DetailOutputOptions

    var database: String? { source.database }

    mutating func validate() throws {
        ids = try source.selection.takeLink(from: ids)
        if ids.isEmpty, source.selection.link == nil {
            throw ValidationError("Missing expected argument '<id>'")
        }
        if ids.count > 1 { throw ValidationError("Unexpected argument '\(ids[1])'") }
        try IDArgument.check(ids, "the vehicle ID")
        if symbol.scale != nil, print.sizeMm != nil {
            throw ValidationError("--scale and --size-mm cannot be used together")
        }
        if report.replacesText, symbol.qr == "-" {
            throw ValidationError("only one of --qr and --report can write to standard output")
        }
        if output.picture?.isEmpty == true {
            throw ValidationError("--picture needs a file or -")
        }
        if output.picture == "-", symbol.qr == "-" || report.replacesText {
            throw ValidationError(
                "only one of --picture, --qr and --report can write to standard output")
        }
        let text: UsedOptions = ["--events": output.events] + output.selection.used
        try text.refuse(with: otherOutput)
        try symbol.checkUse(print, undrawn: undrawn, hasReport: report.report != nil)
    }

    /// The option that writes something else than the text on standard output; `nil` without one.
    private var otherOutput: String? {
        if symbol.qr == "-" { return "--qr -" }
        if output.picture == "-" { return "--picture -" }
        return report.replacesText ? "--report \(report.report ?? "-")" : nil
    }

    /// The option because of which no QR code is drawn on the terminal; `nil` if it is.
    private var undrawn: String? {
        otherOutput ?? output.selection.option ?? (symbol.isDrawn ? nil : "--art none")
    }

    func run(in context: CommandContext) async throws {
        let selected = try await context.select(
            source.argument, in: context.preferences(), acceptsVehicle: true,
            language: texts.language)
        let id = try id(of: selected)
        let source = try context.open(selected)
        let file = try symbol.file()
        let picture = output.picture.map { PictureFile($0) }
        try OutputFile.checkDistinct([
            "--qr": symbol.qr, "--picture": output.picture,
            "--report": report.replacesText ? nil : report.report,
        ])
        let isWritten = file != nil || picture != nil
        var detail = try await source.detail(of: id, at: moment.at)
        if output.events { detail.past = try await source.past(of: detail.vehicle) }
        if isWritten {
            ResolvedID(typed: id, id: detail.vehicle.id).log(to: context.output)
        }
        let (isShown, isDrawn) = (otherOutput == nil, undrawn == nil)
        let isMade = file != nil || isDrawn || report.report != nil
        let qrCode = isMade ? try SymbolOutput(of: detail, symbol.output(print)) : nil
        warnOfRotation(detail, isWritten: file != nil, context.output)
        if let picture {
            try await source.writePicture(of: detail.vehicle, to: picture)
        }
        if let file, let qrCode { try write(qrCode, to: file, context.output) }
        if let qrCode, let file = report.report {
            try qrCode.report(to: file, context.output)
        }
        if isShown {
            try await show(detail, of: source, isDrawn ? qrCode : nil)
        }
    }

    /// Returns the vehicle ID, which an argument or the page of the vehicle has.
    private func id(of selected: ResolvedSource) throws -> String {
        let all = ids + selected.vehicleIDs
        if all.count == 1 { return all[0] }
        let link = ShellWord.quoted(selected.label)
        guard all.isEmpty else {
            throw CommandError.usage(
                "there are two vehicle IDs, \(ids[0]) and that of the address",
                hint: "leave out \(ids[0]), or use --source \(link)")
        }
        throw CommandError.usage(
            "the vehicle ID is missing",
            hint: "add it: `fleet detail \(link) ID`; `fleet list \(link)` lists the vehicles")
    }

    private func warnOfRotation(_ detail: VehicleDetail, isWritten: Bool, _ output: Output) {
        guard isWritten, detail.rotation == .yes else { return }
        output.warn("vehicle IDs of this source rotate: the QR code becomes invalid after a trip")
    }

    private func write(_ qrCode: SymbolOutput, to file: QRFile, _ output: Output) throws {
        print.warnOfColors(output)
        if let warning = qrCode.warning { output.warn(warning) }
        switch file {
        case .standardOutput:
            try output.write(qrCode.file(.image(.png)))
        case .path(let path, let format):
            try OutputFile.write(qrCode.file(format), to: path)
            output.log("wrote \(path): \(qrCode.summary)")
        }
    }

    private func show(
        _ detail: VehicleDetail, of source: SourceSession, _ qrCode: SymbolOutput?
    ) async throws {
        let context = source.context
        let style = context.tableStyle(output.ansi)
        let pictures =
            qrCode != nil && output.ansi.colorsSymbols(on: context.output)
            ? TerminalPictures(symbol.graphicsChoice, in: context, output.ansi) : nil
        // A pager does not show images.
        let hasPager = pictures?.isOverlay != true && !output.noPager
        if hasPager { context.pageOutput() }
        if let qrCode, output.format == .text, pictures?.isOverlay != true,
            let size = context.output.size
        {
            let page = DetailPage(detail: detail, style: style, size: size, isPaged: hasPager)
            try context.output.write(page.text(with: qrCode, on: context.output, output.ansi))
            if let pictures { try await source.showPictures(of: detail.vehicle, on: pictures) }
        } else {
            try context.output.write(detail.written(as: output.format, style: style).string)
            if let pictures { try await source.showPictures(of: detail.vehicle, on: pictures) }
            if let qrCode {
                try context.output.write(
                    qrCode.picture(on: context.output, output.ansi, pictures))
            }
        }
        // Last, so that they are on the screen.
        if output.format == .text, let past = detail.past {
            let events = past.written(at: detail.fetchedAt, style: style)
            try context.output.write("\n" + events.string)
        }
    }
}
