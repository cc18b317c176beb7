/// Size of a medium in hundredths of a millimetre, possibly any within bounds.
struct IPPMedium: Hashable, Sendable {
    /// Distance up to which a size is that of a medium: 1 mm.
    static let tolerance = 100

    let width: ClosedRange<Int>
    let height: ClosedRange<Int>
    /// Name of the medium (PWG 5101.1); `nil` if it has none.
    var name: String?

    /// Whether it has exactly one size.
    var isFixed: Bool { width.count == 1 && height.count == 1 }

    /// Such as "62 × 29 mm".
    var text: String {
        "\(Self.text(width)) × \(Self.text(height)) mm"
    }

    /// Whether a size in hundredths of a millimetre is that of the medium.
    func fits(width: Int, height: Int) -> Bool {
        Self.widened(self.width).contains(width) && Self.widened(self.height).contains(height)
    }

    /// Whether both have the same size within 0.1 mm.
    func isSame(as other: IPPMedium) -> Bool {
        let pairs = [(width, other.width), (height, other.height)]
        return pairs.allSatisfy {
            abs($0.lowerBound - $1.lowerBound) <= 10 && abs($0.upperBound - $1.upperBound) <= 10
        }
    }

    /// Returns the size nearest to another one that the medium has.
    func nearest(width: Int, height: Int) -> (width: Int, height: Int) {
        (
            min(max(width, self.width.lowerBound), self.width.upperBound),
            min(max(height, self.height.lowerBound), self.height.upperBound)
        )
    }

    private static func widened(_ range: ClosedRange<Int>) -> ClosedRange<Int> {
        range.lowerBound - tolerance...range.upperBound + tolerance
    }

    /// Returns millimetres without needless digits, for one value or a range.
    static func text(_ range: ClosedRange<Int>) -> String {
        let lower = text(range.lowerBound)
        return range.count == 1 ? lower : "\(lower) to \(text(range.upperBound))"
    }

    /// Returns millimetres in hundredths: at least one, at most 100 m.
    static func hundredths(_ millimetres: Double) -> Int {
        Int(min(max((millimetres * 100).rounded(), 1), Double(maxDimension)))
    }

    /// Returns hundredths of a millimetre as millimetres.
    static func text(_ hundredths: Int) -> String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return String(whole) }
        return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension IPPMedium {
    /// Largest dimension that counts as one: 100 m.
    private static let maxDimension = 10_000_000

    /// Reads a collection with `x-dimension` and `y-dimension`.
    init?(size: IPPAttributes, name: String? = nil) {
        guard let width = size["x-dimension"].first?.bounds,
            let height = size["y-dimension"].first?.bounds
        else { return nil }
        self.init(width, by: height, name: name)
    }

    /// Checks that all dimensions are positive and not absurd, so that sums are safe.
    private init?(_ width: ClosedRange<Int>, by height: ClosedRange<Int>, name: String?) {
        let valid = 0...Self.maxDimension
        guard valid.contains(width.lowerBound), valid.contains(width.upperBound),
            valid.contains(height.lowerBound), valid.contains(height.upperBound),
            width.upperBound > 0, height.upperBound > 0
        else { return nil }
        (self.width, self.height, self.name) = (width, height, name)
    }

    /// Reads the size in a name such as `iso_a4_210x297mm` or `na_letter_8.5x11in` (PWG 5101.1).
    init?(name: String) {
        guard let start = name.lastIndex(of: "_") else { return nil }
        let text = name[name.index(after: start)...]
        guard let times = text.firstIndex(of: "x") else { return nil }
        let end = text[times...].dropFirst().prefix { $0.isNumber || $0 == "." }
        let unit: Double
        switch text[end.endIndex...].prefix(2) {
        case "mm": unit = 100
        case "in": unit = 2540
        default: return nil
        }
        guard let width = Double(text[..<times]), let height = Double(end),
            (0...10_000).contains(width), (0...10_000).contains(height)
        else { return nil }
        let (x, y) = (Int((width * unit).rounded()), Int((height * unit).rounded()))
        self.init(x...x, by: y...y, name: name)
    }

    /// Returns the media that a printer lists, in its order, each size once.
    static func all(in printer: IPPAttributes) -> [IPPMedium] {
        var found: [IPPMedium] = []
        func add(_ medium: IPPMedium?) {
            guard let medium else { return }
            // Some printers list a size twice, rounded in two ways.
            let isThere = found.contains { $0.isSame(as: medium) }
            if !isThere, found.count < 1000 { found.append(medium) }
        }
        for attribute in ["media-col-ready", "media-col-database"] {
            for case .collection(let members) in printer[attribute] {
                guard case .collection(let size)? = members["media-size"].first else { continue }
                add(IPPMedium(size: size, name: members["media-size-name"].first?.text))
            }
        }
        for case .collection(let size) in printer["media-size-supported"] {
            add(IPPMedium(size: size))
        }
        let names = printer.texts("media-ready") + printer.texts("media-supported")
        for name in names where !isBound(name) { add(IPPMedium(name: name)) }
        add(custom(names))
        return found
    }

    private static func isBound(_ name: String) -> Bool {
        name.hasPrefix("custom_min") || name.hasPrefix("custom_max")
    }

    /// Returns the medium of any size between `custom_min_…` and `custom_max_…` (PWG 5101.1).
    private static func custom(_ names: [String]) -> IPPMedium? {
        let bounds = ["custom_min", "custom_max"].map { prefix in
            names.first { $0.hasPrefix(prefix) }.flatMap { IPPMedium(name: $0) }
        }
        guard let lower = bounds[0], let upper = bounds[1],
            lower.width.lowerBound <= upper.width.upperBound,
            lower.height.lowerBound <= upper.height.upperBound
        else { return nil }
        return IPPMedium(
            lower.width.lowerBound...upper.width.upperBound,
            by: lower.height.lowerBound...upper.height.upperBound, name: nil)
    }
}
