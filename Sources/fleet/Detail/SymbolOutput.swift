import FleetCore
import QRCode

/// A vehicle's QR code as the user asked for it.
struct SymbolOutput {
    private let symbol: Symbol
    private let options: SymbolOptions

    /// Makes the code of a vehicle.
    /// - Throws: `Problem` (66) if the vehicle has no link, `QRCodeError` if the content is too long.
    init(of detail: VehicleDetail, _ options: SymbolOptions) throws {
        self.options = options
        let payload = try Self.payload(of: detail.vehicle, options.content)
        symbol = try Symbol(payload.utf8, level: options.level)
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

    /// The image file's bytes.
    func image() throws -> [UInt8] {
        try symbol.image(.png, scale: options.scale, quietZone: options.quietZone)
    }

    /// What was made, such as `version 1, level M, 232 × 232 px`.
    var summary: String {
        let side = (symbol.size + 2 * options.quietZone) * options.scale
        return "version \(symbol.version), level \(symbol.level.rawValue), \(side) × \(side) px"
    }

    /// The code drawn with characters, or why it is not and what would do.
    func art(on output: Output, _ ansi: AnsiOption) throws -> String {
        guard let style = style(colored: ansi.colorsSymbols(on: output)) else { return "" }
        let width = try symbol.width(of: style, quietZone: options.quietZone)
        guard let columns = output.columns, width > columns else {
            return "\n" + (try symbol.terminalArt(style, quietZone: options.quietZone))
        }
        output.say(
            "the QR code needs \(width) columns, the terminal has \(columns): \(narrowerWay)")
        return ""
    }

    private func style(colored: Bool) -> TerminalArt? {
        switch options.art {
        case .half: .half(colored: colored)
        case .full: .full(colored: colored)
        case .ascii: .ascii
        case .none: nil
        }
    }

    private var narrowerWay: String {
        options.art == .half
            ? "write it to a file with `--qr FILE.png`" : "`--art half` is half as wide"
    }
}
