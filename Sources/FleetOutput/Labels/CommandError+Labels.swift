package import FleetCore
import FleetFeeds
package import FleetLabels
package import QRCode

extension CommandError {
    /// Creates an error about a QR code.
    package init(_ error: QRCodeError) {
        switch error {
        case .empty: self.init(.usage, "nothing to encode", hint: "use a vehicle ID")
        case .tooLong(let mode, let count, let limit, let level):
            self.init(
                .usage,
                "too long for a QR code: \(count) \(mode.units), but level \(level.rawValue) holds "
                    + "at most \(limit)",
                hint: level == .low
                    ? "no QR code can hold this; encode a shorter ID or link"
                    : "use `--level L`, which holds more")
        case .scaleOutOfRange(let scale):
            self.init(
                .usage, "a scale of \(scale) is out of range",
                hint: "use \(Symbol.scales.lowerBound) to \(Symbol.scales.upperBound)")
        case .quietZoneOutOfRange(let modules):
            self.init(
                .usage, "a quiet zone of \(modules) modules is out of range",
                hint: "use 0 to \(Symbol.quietZones.upperBound)")
        case .resolutionOutOfRange:
            self.init(
                .usage, "the resolution is out of range",
                hint: "use \(Symbol.resolutions.lowerBound) to "
                    + "\(Symbol.resolutions.upperBound) dpi")
        case .imageTooLarge(let side, let limit, let maxScale):
            self.init(
                .usage, "the image would be \(side) px wide; the maximum is \(limit) px",
                hint: "use `--scale \(maxScale)` or less")
        case .outOfMemory:
            self.init(
                .cannotCreate, "not enough memory for the image", hint: "use a smaller --scale")
        case .libraryError(let library):
            self.init(
                .cannotCreate, "\(library) could not create the image", hint: "try another --scale")
        }
    }
}

extension QRCodeError: ReportedError {
    package var exitStatus: ExitStatus { CommandError(self).status }
    /// Description of the problem, in one line without a full stop.
    package var cause: String { CommandError(self).cause }
    /// Suggested remedy, in one line.
    package var hint: String { CommandError(self).hint }
}

extension Symbol.Mode {
    fileprivate var units: String {
        switch self {
        case .numeric: "digits"
        case .alphanumeric: "characters"
        case .byte: "bytes"
        }
    }
}

extension CommandError {
    /// Runs `work` for one label; errors name the label.
    static func naming<Value>(_ item: LabelItem, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            guard let commandError = CommandError(labelError: error) else { throw error }
            throw CommandError(
                commandError.status, "label \(item.name): \(commandError.cause)",
                hint: commandError.hint)
        }
    }

    /// Creates an error from one about a label; returns `nil` for other errors.
    package init?(labelError error: any Error) {
        switch error {
        case let error as QRCodeError: self.init(error)
        case let error as PrintSizeError: self.init(error)
        case let error as LabelError: self.init(error)
        case let error as SymbolReaderError: self.init(error)
        default: return nil
        }
    }

    /// Creates an error about the printed size of a symbol.
    package init(_ error: PrintSizeError) {
        switch error {
        case .sideOutOfRange(let side):
            self.init(
                .usage, "a size of \(decimal(side, unit: "mm")) is out of range",
                hint: "use 1 to 5000 mm")
        case .resolutionOutOfRange(let resolution):
            self.init(
                .usage, "a resolution of \(decimal(resolution, unit: "dpi")) is out of range",
                hint: "use 72 to 9600 dpi")
        case .tooSmall(let side, let needed):
            self.init(
                .usage,
                "\(decimal(side, unit: "mm")) is too small: a module needs 2 printer dots and 0.25 mm",
                hint: "use `--size-mm \(decimal(needed))` or a lower --level")
        }
    }

    /// Creates an error about the verification of a symbol.
    package init(_ error: SymbolReaderError) {
        switch error {
        case .missingLibrary:
            self.init(
                missingLibrary: "zbar, which verifies QR codes,",
                hint: "install libzbar0 (brew: zbar), or use --no-verify")
        case .unreadable:
            self.init(
                .cannotCreate, "the QR code cannot be read back",
                hint: "try another --level, or write it anyway with --no-verify")
        case .different:
            self.init(
                .cannotCreate, "the QR code reads back as different data",
                hint: "try another --level, and please report this bug in fleet")
        case .outOfMemory: self = .outOfMemory
        }
    }

    /// Creates an error about a layout.
    package init(_ error: SheetLayoutError) {
        switch error {
        case .sideOutOfRange(let side):
            self.init(
                .usage, "a page or label side of \(decimal(side, unit: "mm")) is out of range",
                hint: "use 4 to 1500 mm")
        case .countOutOfRange(let count):
            self.init(
                .usage, "\(count) is not a valid number of columns or rows",
                hint: "use 1 to 200")
        case .spaceOutOfRange(let space):
            self.init(
                .usage, "a margin or gap of \(decimal(space, unit: "mm")) is out of range",
                hint: "use 0 to 1500 mm")
        case .tooLarge(let needed, let page):
            self.init(
                .usage,
                "the labels need \(decimal(needed.width)) × \(decimal(needed.height, unit: "mm")), "
                    + "the page has \(decimal(page.width)) × \(decimal(page.height, unit: "mm"))",
                hint: "use fewer --columns or --rows, or smaller labels, margins or gaps")
        }
    }
}

extension CommandError {
    private static let outOfMemory = CommandError(
        .cannotCreate, "not enough memory", hint: "close other programs, then try again")

    /// Creates an error about a library that cannot be loaded, for which a lack of descriptors is
    /// another cause.
    private init(missingLibrary library: String, hint: String) {
        if let shortage = MachineShortage.ofDescriptors() {
            self.init(shortage)
        } else {
            self.init(.cannotCreate, "\(library) is not installed", hint: hint)
        }
    }

    /// Creates an error about labels that cannot be printed.
    package init(_ error: LabelError) {
        switch error {
        case .startOutOfRange(let start, let limit):
            self.init(
                .usage, "label \(start) is not on a page of \(limit) labels",
                hint: "use --start 1 to \(limit)")
        case .positionOutOfRange(let position, let limit):
            self.init(
                .usage, "there is no label \(position) on a page of \(limit) labels",
                hint: "use numbers from 1 to \(limit), counted row by row")
        case .positionsOnRoll:
            self.init(
                .usage, "a roll has no positions: each label is a page",
                hint: "leave out --positions and --used, or use --pages")
        case .noFreePosition:
            self.init(
                .usage, "no label of the first page is free",
                hint: "use fewer numbers with --used, or a smaller --start")
        case .correctionOutOfRange:
            self.init(
                .usage, "the correction of the printer is out of range",
                hint: "use --shift from -20 to 20 mm, and --adjust from 90% to 110%")
        case .outsideOfPage(let excess):
            self.init(
                .usage,
                "--shift or --adjust moves the print \(decimal(excess, unit: "mm")) beyond the "
                    + "page", hint: "use a smaller --shift, or an --adjust nearer to 100%")
        case .copiesOutOfRange(let copies):
            self.init(.usage, "\(copies) is not a valid number of copies", hint: "use 1 to 10000")
        case .quietZoneOutOfRange(let modules): self.init(QRCodeError.quietZoneOutOfRange(modules))
        case .size(let error): self.init(error)
        case .symbolDoesNotFit(let needed, let available):
            self.init(
                .usage,
                "the QR code needs \(decimal(needed, unit: "mm")), the label has "
                    + "\(decimal(available, unit: "mm")), "
                    + "\(decimal(needed - available, unit: "mm")) too little",
                hint: "use larger labels, a lower --level, `--text none` or a smaller --size-mm")
        case .textDoesNotFit(let text, let needed, let available):
            self.init(
                .usage,
                "the text '\(text.prefix(80))' needs \(ShortText.count(needed, "row")) of "
                    + "\(decimal(LabelFitter.minFontSize, unit: "pt")), the label has room for "
                    + "\(available)",
                hint: "use larger labels, `--text none` or a shorter --caption")
        case .textTooLong(let count, let limit):
            self.init(
                .usage, "a text of \(count) characters is too long",
                hint: "use at most \(limit) characters, or `--text none`")
        case .textTooTall:
            self.init(
                .usage, "the text has too many combining marks",
                hint: "use another text, or `--text none`")
        case .imageTooLarge(let width, let height):
            self.init(
                .usage, "an image of \(width) × \(height) pixels is too large",
                hint: "use a lower --dpi; at most 64 million pixels are possible")
        case .missingLibrary(let library):
            self.init(
                missingLibrary: "\(library), which draws PDF files and text,",
                hint: "install libpangocairo-1.0-0 (brew: pango)")
        case .outOfMemory: self = .outOfMemory
        case .libraryError(let library, let reason):
            self.init(
                .cannotCreate, "\(library) could not create the sheet: \(reason)",
                hint: "check the disk, or try another --layout")
        }
    }
}
