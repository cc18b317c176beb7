package import FleetCore
import FleetLabels
package import FleetRuntime
package import QRCode

/// Content of the QR code of a vehicle.
package enum SymbolContent: String, CaseIterable, Sendable {
    /// The vehicle ID, byte for byte.
    case id
    /// The rental link of the vehicle.
    case uri
}

/// Characters that draw a QR code.
package enum ArtChoice: String, CaseIterable, Sendable {
    case half
    case full
    case ascii
    case none
}

/// The QR code of a vehicle, with the options of the user.
package struct SymbolOutput {
    /// Options for the QR code of a vehicle.
    package struct Options {
        let content: SymbolContent
        let encoding: EncodingOptions
        let size: ImageSize
        /// Characters that draw the QR code; `nil` for half blocks.
        let art: ArtChoice?
        /// Whether the characters are for a light background.
        let inverted: Bool
        /// Path of the image, for the report; `nil` if no image is written.
        let file: String?

        package init(
            content: SymbolContent, encoding: EncodingOptions, size: ImageSize, art: ArtChoice?,
            inverted: Bool = false, file: String?
        ) {
            self.content = content
            self.encoding = encoding
            self.size = size
            self.art = art
            self.inverted = inverted
            self.file = file
        }
    }

    private let symbol: Symbol
    private let item: LabelItem
    private let options: Options
    private let size: ImageSize.Fitted

    /// Creates the QR code of a vehicle, and verifies it if it will be written to a file.
    /// - Throws: `CommandError` (66) if the vehicle has no link to open, (64) if the content is too
    ///   long or the size not possible, (73) if the verification fails.
    package init(of detail: VehicleDetail, _ options: Options) throws {
        self.options = options
        let payload = Array(try Self.payload(of: detail, options.content).utf8)
        item = LabelItem(id: Array(detail.vehicle.id.utf8), payload: payload)
        do {
            symbol = try Symbol(
                payload, level: options.encoding.level, boosted: options.encoding.boosts,
                addingUTF8ECI: true)
            size = try options.size.fitted(modules: symbol.size)
            if options.encoding.verifies {
                try SymbolReader().verify(symbol, holds: payload)
            }
        } catch {
            throw CommandError(labelError: error) ?? error
        }
    }

    private static func payload(
        of detail: VehicleDetail, _ content: SymbolContent
    ) throws -> String {
        let vehicle = detail.vehicle
        switch content {
        case .id: return vehicle.labelText
        case .uri:
            let allowed = LinkRule(detail.feed).allowed(vehicle.rentalURIs)
            guard let link = allowed?.preferred else {
                throw CommandError(
                    .noInput,
                    vehicle.rentalURIs == nil
                        ? "vehicle \(vehicle.id) has no rental link"
                        : "vehicle \(vehicle.id) has a rental link, but it is neither of the web "
                            + "nor of the system's own app",
                    hint: "leave out `--content uri` to encode the vehicle ID")
            }
            return link
        }
    }

    /// Returns the bytes of a file.
    package func file(_ format: SymbolFormat) throws -> [UInt8] {
        do {
            switch format {
            case .image(let format): return try symbol.image(format, size.style)
            case .pdf: return try pdf()
            case .text:
                let style = style(colored: false) ?? .half(colored: false)
                return Array(
                    try symbol.terminalArt(style, quietZone: options.size.quietZone).utf8)
            }
        } catch {
            throw CommandError(labelError: error) ?? error
        }
    }

    private func pdf() throws -> [UInt8] {
        let print = try PrintSize(
            modules: symbol.size + 2 * options.size.quietZone,
            dotsPerModule: size.style.scale, dotsPerInch: options.size.dotsPerInch)
        return try symbol.pdf(print, colors: options.size.colors, title: item.text)
    }

    /// A summary such as
    /// `version 1, level M, mask 2, 21 modules, 232 × 232 px, 19.6 mm at 300 dpi`.
    package var summary: String {
        let info = SymbolInfo(symbol)
        let side = (symbol.size + 2 * options.size.quietZone) * size.style.scale
        return "version \(info.version), level \(info.level.rawValue), mask \(info.mask), "
            + "\(info.modules) modules, \(side) × \(side) px, "
            + "\(decimal(size.millimetres, unit: "mm")) at \(decimal(options.size.dotsPerInch, unit: "dpi"))"
    }

    /// A warning about very small modules, if any.
    package var warning: String? { size.isFine ? fineModulesWarning : nil }

    /// Writes a JSON report.
    package func report(to path: String, _ output: Output) throws {
        let report = try LabelReport(to: path, output)
        let record = LabelRecord(
            item: item, symbol: SymbolInfo(symbol), file: options.file,
            millimetres: size.millimetres, isVerified: options.encoding.verifies)
        try report.add([record])
        try report.finish()
    }

    /// Returns the QR code as an image if the terminal supports images, otherwise drawn with
    /// characters.
    package func picture(
        on output: Output, _ ansi: AnsiChoice, _ pictures: TerminalPictures?
    ) throws -> [UInt8] {
        guard let pictures else { return Array(try art(on: output, ansi).utf8) }
        let modules = symbol.size + 2 * options.size.quietZone
        let scale = pictures.scale(modules: modules, limit: size.style.scale)
        // Decoders need two pixels per module.
        guard scale > 1 else { return Array(try art(on: output, ansi).utf8) }
        let style = ImageStyle(
            scale: scale, quietZone: options.size.quietZone, colors: options.size.colors)
        guard let image = try pictures.escapes(of: symbol, style) else {
            return Array(try art(on: output, ansi).utf8)
        }
        return [UInt8(ascii: "\n")] + image + [UInt8(ascii: "\n")]
    }

    /// Returns the QR code drawn with characters; if the terminal is too narrow, prints an
    /// alternative.
    private func art(on output: Output, _ ansi: AnsiChoice) throws -> String {
        guard let art = try art(ansi, on: output) else { return "" }
        guard let columns = output.columns, art.columns > columns else { return "\n" + art.text }
        logNarrow(art, on: output)
        return ""
    }

    /// A QR code drawn with characters.
    struct Art {
        let text: String
        /// Width in columns.
        let columns: Int
    }

    /// Returns the QR code drawn with characters, however wide the terminal is; `nil` if none is
    /// wanted.
    func art(_ ansi: AnsiChoice, on output: Output) throws -> Art? {
        // Colors suit each background.
        let colored = ansi.colorsSymbols(on: output) && !options.inverted
        guard var style = style(colored: colored) else { return nil }
        var inverted = options.inverted
        if output.showsASCII, output.isTerminal, style != .ascii {
            // Like the blocks, `##` then draws the light modules, for a dark background.
            style = colored ? .full(colored: true) : .ascii
            inverted = colored ? inverted : !inverted
        }
        return Art(
            text: try symbol.terminalArt(
                style, quietZone: options.size.quietZone, inverted: inverted),
            columns: try symbol.width(of: style, quietZone: options.size.quietZone))
    }

    /// Prints an alternative to a QR code that is wider than the terminal.
    func logNarrow(_ art: Art, on output: Output) {
        guard let columns = output.columns else { return }
        output.log(
            "the QR code needs \(art.columns) columns, the terminal has \(columns); \(alternative)")
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

/// Output for the image of a QR code.
package enum QRFile: Equatable, Sendable {
    /// A PNG on standard output.
    case standardOutput
    /// A file in the format of its extension.
    case path(String, SymbolFormat)
}

/// Format of a file with a QR code.
package enum SymbolFormat: Equatable, Sendable {
    case image(ImageFormat)
    /// A page of the size of the symbol with its quiet zone.
    case pdf
    /// The symbol drawn with characters.
    case text

    /// Creates the format of a file name extension, ignoring case; returns `nil` if it has none.
    package init?(fileExtension: some StringProtocol) {
        switch fileExtension.lowercased() {
        case "pdf": self = .pdf
        case "txt": self = .text
        case let other:
            guard let format = ImageFormat(fileExtension: other) else { return nil }
            self = .image(format)
        }
    }
}
