/// Sizes on paper are millimetres; PDF counts points and printers count dots, both of an inch.
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

/// A width and a height in millimetres.
public struct PaperSize: Sendable, Equatable {
    /// From left to right.
    public let width: Double

    /// From top to bottom.
    public let height: Double

    /// A size by its sides.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// ISO 216, portrait.
    public static let a4 = PaperSize(width: 210, height: 297)

    /// ANSI A, portrait: 8.5 × 11 inches.
    public static let usLetter = PaperSize(width: 215.9, height: 279.4)
}
