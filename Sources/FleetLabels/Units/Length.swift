/// Conversion between millimetres on paper and points in PDF.
enum Length {
    static let millimetresPerInch = 25.4
    static let pointsPerInch = 72.0

    static func points(_ millimetres: Double) -> Double {
        millimetres * pointsPerInch / millimetresPerInch
    }

    static func millimetres(points: Double) -> Double {
        points * millimetresPerInch / pointsPerInch
    }
}

/// Width and height in millimetres.
public struct PaperSize: Sendable, Equatable {
    /// Width.
    public let width: Double

    /// Height.
    public let height: Double

    /// Creates a size.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// ISO 216, portrait.
    public static let a4 = PaperSize(width: 210, height: 297)

    /// ANSI A, portrait: 8.5 × 11 inches.
    public static let usLetter = PaperSize(width: 215.9, height: 279.4)
}

extension PaperSize {
    /// Creates a size from text such as `62x29mm`, `63.5 × 38.1` or `15,7.2`.
    public init?(millimetres text: String) {
        let parts = text.lowercased().replacing("mm", with: "").filter { $0 != " " }
            .split(omittingEmptySubsequences: false) { "x×,".contains($0) }
        guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
            width.isFinite, height.isFinite
        else { return nil }
        self.init(width: width, height: height)
    }

    /// The size as in `62 × 29`.
    var text: String {
        [width, height].map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
            .joined(separator: " × ")
    }
}
