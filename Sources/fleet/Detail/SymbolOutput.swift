import FleetCore
import FleetLabels
import QRCode

/// A vehicle's QR code as the user asked for it.
struct SymbolOutput {
    private let symbol: Symbol
    private let item: LabelItem
    private let options: SymbolOptions
    private let size: ImageSize.Fitted

    /// Makes the code of a vehicle, and reads it back if it is to be written.
    /// - Throws: `Problem` (66) if the vehicle has no link, (64) if the content is too long or the size
    ///   not possible, (73) if the code cannot be read back.
    init(of detail: VehicleDetail, _ options: SymbolOptions) throws {
        self.options = options
        let payload = Array(try Self.payload(of: detail.vehicle, options.content).utf8)
        item = LabelItem(code: Array(detail.vehicle.id.utf8), payload: payload)
        do {
            symbol = try Symbol(
                payload, level: options.level, boosted: options.print.boost, markingUTF8: true)
            size = try options.size.fitted(modules: symbol.size)
            if options.print.verify, options.qr != nil {
                try SymbolReader().verify(symbol, holds: payload)
            }
        } catch {
            throw Problem(ofLabel: error) ?? error
        }
    }

    private static func payload(of vehicle: Vehicle, _ content: SymbolContent) throws -> String {
        switch content {
        case .id: return vehicle.id
        case .uri:
            guard let link = vehicle.rentalURIs?.preferred else {
                throw Problem(
                    .noInput, "vehicle \(vehicle.id) has no rental link",
                    hint: "leave out `--content uri` for a QR code of the vehicle's code")
            }
            return link
        }
    }

    /// The file's bytes.
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
            throw Problem(ofLabel: error) ?? error
        }
    }

    private func pdf() throws -> [UInt8] {
        let print = try PrintSize(
            modules: symbol.size + 2 * options.print.quietZone,
            dotsPerModule: size.style.scale, dotsPerInch: options.print.dpi)
        return try symbol.pdf(print, colors: options.print.colors, title: item.text)
    }

    /// What was made, such as
    /// `version 1, level M, mask 2, 21 modules, 232 × 232 px, 19.6 mm at 300 dpi`.
    var summary: String {
        let facts = SymbolFacts(symbol)
        let side = (symbol.size + 2 * options.print.quietZone) * size.style.scale
        return "version \(facts.version), level \(facts.level.rawValue), mask \(facts.mask), "
            + "\(facts.modules) modules, \(side) × \(side) px, "
            + "\(millimetres(size.millimetres)) at \(millimetres(options.print.dpi, unit: "dpi"))"
    }

    /// What a person should know of the size.
    var warning: String? { size.isFine ? fineModulesWarning : nil }

    /// Tells how it was made, for programs.
    func report(to place: String, _ output: Output) throws {
        let report = try LabelReport(to: place, output)
        let record = LabelRecord(
            item: item, symbol: SymbolFacts(symbol), file: options.qr,
            millimetres: size.millimetres, isVerified: options.print.verify && options.qr != nil)
        try report.add([record])
        try report.finish()
    }

    /// The code as an image if the terminal shows any, else drawn with characters.
    func picture(
        on output: Output, _ ansi: AnsiOption, _ pictures: TerminalPictures?
    ) throws -> [UInt8] {
        guard let pictures else { return Array(try art(on: output, ansi).utf8) }
        let modules = symbol.size + 2 * options.print.quietZone
        let scale = pictures.scale(modules: modules, limit: size.style.scale)
        // Decoders need two pixels a module.
        guard scale > 1 else { return Array(try art(on: output, ansi).utf8) }
        let style = ImageStyle(
            scale: scale, quietZone: options.print.quietZone, colors: options.print.colors)
        let image = try pictures.escapes(of: symbol, style)
        return [UInt8(ascii: "\n")] + image + [UInt8(ascii: "\n")]
    }

    /// The code drawn with characters, or why it is not and what would do.
    private func art(on output: Output, _ ansi: AnsiOption) throws -> String {
        guard let style = style(colored: ansi.colorsSymbols(on: output)) else { return "" }
        let width = try symbol.width(of: style, quietZone: options.print.quietZone)
        guard let columns = output.columns, width > columns else {
            return "\n" + (try symbol.terminalArt(style, quietZone: options.print.quietZone))
        }
        output.say(
            "the QR code needs \(width) columns, the terminal has \(columns): \(narrowerWay)")
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

    private var narrowerWay: String {
        options.art ?? .half == .half
            ? "write it to a file with `--qr FILE.png`" : "`--art half` is half as wide"
    }
}
