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
