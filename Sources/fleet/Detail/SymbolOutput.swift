import FleetCore
import FleetLabels
import QRCode

/// The QR code of a vehicle, with the options of the user.
struct SymbolOutput {
    private let symbol: Symbol
    private let item: LabelItem
    private let options: SymbolOptions
    private let size: ImageSize.Fitted

    /// Creates the QR code of a vehicle, and verifies it if it will be written to a file.
    /// - Throws: `CommandError` (66) if the vehicle has no link, (64) if the content is too long or the size
    ///   not possible, (73) if the verification fails.
    init(of detail: VehicleDetail, _ options: SymbolOptions) throws {
        self.options = options
        let payload = Array(try Self.payload(of: detail.vehicle, options.content).utf8)
        item = LabelItem(id: Array(detail.vehicle.id.utf8), payload: payload)
        do {
            symbol = try Symbol(
                payload, level: options.level, boosted: options.print.boost, addingUTF8ECI: true)
            size = try options.size.fitted(modules: symbol.size)
            if options.print.verify, options.qr != nil {
                try SymbolReader().verify(symbol, holds: payload)
            }
        } catch {
            throw CommandError(labelError: error) ?? error
        }
    }

    private static func payload(of vehicle: Vehicle, _ content: SymbolContent) throws -> String {
        switch content {
        case .id: return vehicle.id
        case .uri:
            guard let link = vehicle.rentalURIs?.preferred else {
                throw CommandError(
                    .noInput, "vehicle \(vehicle.id) has no rental link",
                    hint: "leave out `--content uri` to encode the vehicle ID")
            }
            return link
        }
    }

    /// Returns the bytes of a file.
    func file(_ format: SymbolFormat) throws -> [UInt8] {
        do {
            switch format {
            case .image(let format): return try symbol.image(format, size.style)
            case .pdf: return try pdf()
            case .text:
                let style = style(colored: false) ?? .half(colored: false)
                return Array(
                    try symbol.terminalArt(style, quietZone: options.print.quietZone).utf8)
            }
        } catch {
            throw CommandError(labelError: error) ?? error
        }
    }

    private func pdf() throws -> [UInt8] {
        let print = try PrintSize(
            modules: symbol.size + 2 * options.print.quietZone,
            dotsPerModule: size.style.scale, dotsPerInch: options.print.dpi)
        return try symbol.pdf(print, colors: options.print.colors, title: item.text)
    }

    /// A summary such as
    /// `version 1, level M, mask 2, 21 modules, 232 × 232 px, 19.6 mm at 300 dpi`.
    var summary: String {
        let info = SymbolInfo(symbol)
        let side = (symbol.size + 2 * options.print.quietZone) * size.style.scale
        return "version \(info.version), level \(info.level.rawValue), mask \(info.mask), "
            + "\(info.modules) modules, \(side) × \(side) px, "
            + "\(decimal(size.millimetres, unit: "mm")) at \(decimal(options.print.dpi, unit: "dpi"))"
    }

    /// A warning about very small modules, if any.
    var warning: String? { size.isFine ? fineModulesWarning : nil }

    /// Writes a JSON report.
    func report(to path: String, _ output: Output) throws {
        let report = try LabelReport(to: path, output)
        let record = LabelRecord(
            item: item, symbol: SymbolInfo(symbol), file: options.qr,
            millimetres: size.millimetres, isVerified: options.print.verify && options.qr != nil)
        try report.add([record])
        try report.finish()
    }

    /// Returns the QR code as an image if the terminal supports images, otherwise drawn with
    /// characters.
    func picture(
        on output: Output, _ ansi: AnsiOption, _ pictures: TerminalPictures?
    ) throws -> [UInt8] {
        guard let pictures else { return Array(try art(on: output, ansi).utf8) }
        let modules = symbol.size + 2 * options.print.quietZone
        let scale = pictures.scale(modules: modules, limit: size.style.scale)
        // Decoders need two pixels per module.
        guard scale > 1 else { return Array(try art(on: output, ansi).utf8) }
        let style = ImageStyle(
            scale: scale, quietZone: options.print.quietZone, colors: options.print.colors)
        let image = try pictures.escapes(of: symbol, style)
        return [UInt8(ascii: "\n")] + image + [UInt8(ascii: "\n")]
    }

    /// Returns the QR code drawn with characters; if the terminal is too narrow, prints an alternative.
    private func art(on output: Output, _ ansi: AnsiOption) throws -> String {
        guard let style = style(colored: ansi.colorsSymbols(on: output)) else { return "" }
        let width = try symbol.width(of: style, quietZone: options.print.quietZone)
        guard let columns = output.columns, width > columns else {
            return "\n" + (try symbol.terminalArt(style, quietZone: options.print.quietZone))
        }
        output.log(
            "the QR code needs \(width) columns, the terminal has \(columns); \(alternative)")
        return ""
    }

    private func style(colored: Bool) -> TerminalArt? {
        switch options.art ?? .half {
        case .half: .half(colored: colored)
        case .full: .full(colored: colored)
        case .ascii: .ascii
        case .none: nil
        }
    }

    private var alternative: String {
        options.art ?? .half == .half
            ? "write it to a file with `--qr FILE.png`"
            : "use `--art half`, which is half as wide"
    }
}
