import QRCode

extension Problem {
    /// Why a QR code cannot be made, in words.
    init(_ error: QRCodeError) {
        switch error {
        case .empty:
            self.init(.usage, "there is nothing to encode", hint: "give a vehicle's code")
        case .tooLong(let mode, let count, let limit, let level):
            self.init(
                .usage,
                "too long for a QR code: \(count) \(mode.units), "
                    + "where level \(level.rawValue) holds \(limit)",
                hint: level == .low
                    ? "no QR code holds it; `--content uri` may be shorter"
                    : "a lower level holds more: `--level L`")
        case .scaleOutOfRange(let scale):
            self.init(
                .usage, "a scale of \(scale) is not possible",
                hint: "give one from \(Symbol.scales.lowerBound) to \(Symbol.scales.upperBound)")
        case .quietZoneOutOfRange(let modules):
            self.init(
                .usage, "a quiet zone of \(modules) modules is not possible",
                hint: "give one from 0 to \(Symbol.quietZones.upperBound)")
        case .resolutionOutOfRange:
            self.init(
                .usage, "the resolution is not possible",
                hint: "give one from \(Symbol.resolutions.lowerBound) to "
                    + "\(Symbol.resolutions.upperBound) dpi")
        case .imageTooLarge(let side, let limit, let largestScale):
            self.init(
                .usage, "the image would be \(side) px wide, where \(limit) px is the most",
                hint: "`--scale \(largestScale)` is the most that fits")
        case .outOfMemory:
            self.init(
                .cannotCreate, "not enough memory for the image", hint: "give a smaller --scale")
        case .refused(let library):
            self.init(
                .cannotCreate, "\(library) could not make the image", hint: "try another --scale")
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
