import FleetLabels
import QRCode

extension Problem {
    /// Does work for one label; what goes wrong says which label it was.
    static func naming<Value>(_ item: LabelItem, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            guard let problem = Problem(ofLabel: error) else { throw error }
            throw Problem(
                problem.status, "label \(item.name): \(problem.cause)", hint: problem.hint)
        }
    }

    /// Why a label cannot be made, in words; `nil` for what has nothing to do with labels.
    init?(ofLabel error: any Error) {
        switch error {
        case let error as QRCodeError: self.init(error)
        case let error as PrintSizeError: self.init(error)
        case let error as LabelError: self.init(error)
        case let error as SymbolReaderError: self.init(error)
        default: return nil
        }
    }

    /// Why a symbol cannot be printed so small or so large, in words.
    init(_ error: PrintSizeError) {
        switch error {
        case .sideOutOfRange(let side):
            self.init(
                .usage, "a size of \(millimetres(side)) is not possible",
                hint: "give one from 1 to 5000 mm")
        case .resolutionOutOfRange(let resolution):
            self.init(
                .usage, "a resolution of \(millimetres(resolution, unit: "dpi")) is not possible",
                hint: "give one from 72 to 9600 dpi")
        case .tooSmall(let side, let needed):
            self.init(
                .usage,
                "\(millimetres(side)) is too small: a module needs 4 printer dots and 0.25 mm",
                hint: "`--size-mm \(number(needed))` would do, or a lower --level")
        }
    }

    /// Why a symbol was not written, in words.
    init(_ error: SymbolReaderError) {
        switch error {
        case .missingLibrary:
            self.init(
                .cannotCreate, "zbar, which reads the QR codes back, is not installed",
                hint: "install libzbar0 (brew: zbar), or give --no-verify")
        case .unreadable:
            self.init(
                .cannotCreate, "the QR code cannot be read back",
                hint: "another --level may be read better; --no-verify writes it all the same")
        case .different:
            self.init(
                .cannotCreate, "the QR code reads as something else",
                hint: "another --level may be read better; please tell those who make fleet")
        case .outOfMemory:
            self.init(
                .cannotCreate, "not enough memory", hint: "close other programs, or fewer --jobs")
        }
    }

    /// Why a layout cannot be, in words.
    init(_ error: SheetLayoutError) {
        switch error {
        case .sideOutOfRange(let side):
            self.init(
                .usage, "a page or label of \(millimetres(side)) is not possible",
                hint: "give sides from 4 to 1500 mm")
        case .countOutOfRange(let count):
            self.init(
                .usage, "\(count) columns or rows are not possible", hint: "give 1 to 200")
        case .spaceOutOfRange(let space):
            self.init(
                .usage, "a margin or gap of \(millimetres(space)) is not possible",
                hint: "give 0 to 1500 mm")
        case .tooLarge(let needed, let page):
            self.init(
                .usage,
                "the labels need \(number(needed.width)) × \(millimetres(needed.height)), "
                    + "the page has \(number(page.width)) × \(millimetres(page.height))",
                hint: "give fewer --columns or --rows, or smaller labels, margins or gaps")
        }
    }
}

extension Problem {
    /// Why labels cannot be printed as asked, in words.
    init(_ error: LabelError) {
        switch error {
        case .startOutOfRange(let start, let limit):
            self.init(
                .usage, "there is no label \(start) on a page of \(limit)",
                hint: "give --start 1 to \(limit)")
        case .copiesOutOfRange(let copies):
            self.init(.usage, "\(copies) copies are not possible", hint: "give 1 to 10000")
        case .quietZoneOutOfRange(let modules): self.init(QRCodeError.quietZoneOutOfRange(modules))
        case .size(let error): self.init(error)
        case .symbolDoesNotFit(let needed, let available):
            self.init(
                .usage,
                "the QR code needs \(millimetres(needed)), the label leaves it "
                    + millimetres(available),
                hint: "take larger labels, a lower --level, `--text none`, or a smaller --size-mm")
        case .textDoesNotFit(let text, let needed, let available):
            self.init(
                .usage,
                "the text `\(text.prefix(80))` needs \(millimetres(needed)), the label leaves it "
                    + millimetres(available),
                hint: "take larger labels, `--text none` or a shorter --caption")
        case .textTooLong(let count, let limit):
            self.init(
                .usage, "a text of \(count) characters is not possible",
                hint: "\(limit) are the most; `--text none` leaves it out")
        case .textTowers:
            self.init(
                .usage, "the text has too many marks over or under its letters",
                hint: "`--text none` leaves it out")
        case .missingLibrary(let library):
            self.init(
                .cannotCreate, "\(library), which sets the text, is not installed",
                hint: "install libpangocairo-1.0-0 (brew: pango), or give --text none")
        case .outOfMemory:
            self.init(.cannotCreate, "not enough memory", hint: "close other programs")
        case .refused(let library, let reason):
            self.init(
                .cannotCreate, "\(library) could not make the sheet: \(reason)",
                hint: "check the disk, or try another --layout")
        }
    }
}

/// A length in words, to a hundredth.
func millimetres(_ length: Double, unit: String = "mm") -> String {
    "\(number(length)) \(unit)"
}

/// A number without more than two decimals.
func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    guard rest != 0 else { return "\(whole)" }
    let digits = String(100 + abs(rest)).dropFirst()
    return "\(hundredths < 0 && whole == 0 ? "-" : "")\(whole)."
        + (digits.hasSuffix("0") ? digits.dropLast() : digits)
}
