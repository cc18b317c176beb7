import QRCode

extension CommandError {
    /// Creates an error about a QR code.
    init(_ error: QRCodeError) {
        switch error {
        case .empty:
            self.init(.usage, "nothing to encode", hint: "use a vehicle ID")
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
                .cannotCreate, "\(library) could not create the image",
                hint: "try another --scale")
        }
    }
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
