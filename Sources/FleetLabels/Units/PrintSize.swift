/// Printed size of a symbol, with a whole number of printer dots per module.
///
/// With a fractional number, modules would differ in size by a dot, which makes small symbols hard
/// to read.
public struct PrintSize: Sendable, Equatable {
    /// Range of printer resolutions, in dots per inch.
    public static let resolutions: ClosedRange<Double> = 72...9600

    /// Range of the printed side, in millimetres.
    public static let sides: ClosedRange<Double> = 1...5000

    /// Minimum number of dots per module.
    ///
    /// Thermal printers for narrow tapes have 180 dpi, where two dots are 0.28 mm.
    public static let minDotsPerModule = 2

    /// Minimum size of a module, in millimetres.
    public static let minModuleMillimetres = 0.25

    /// Module size, in millimetres, below which many phones have trouble reading.
    public static let fineModuleMillimetres = 0.4

    /// Modules per side, with the quiet zone.
    public let modules: Int

    /// Printer dots per module.
    public let dotsPerModule: Int

    /// Resolution of the printer in dots per inch.
    public let dotsPerInch: Double

    /// Side of a module, in millimetres.
    public var moduleMillimetres: Double {
        Double(dotsPerModule) * Length.millimetresPerInch / dotsPerInch
    }

    /// Printed side with the quiet zone, in millimetres; never more than requested.
    public var side: Double { Double(modules) * moduleMillimetres }

    /// Whether a module is smaller than `fineModuleMillimetres`.
    public var isFine: Bool { moduleMillimetres < PrintSize.fineModuleMillimetres - tolerance }

    /// Creates the largest size that does not exceed `millimetres`.
    ///
    /// - Parameters:
    ///   - modules: Modules per side, with the quiet zone.
    ///   - millimetres: The printed side, with the quiet zone.
    ///   - dotsPerInch: The printer's resolution.
    public init(
        modules: Int, millimetres: Double, dotsPerInch: Double
    ) throws(PrintSizeError) {
        guard PrintSize.sides.contains(millimetres) else { throw .sideOutOfRange(millimetres) }
        let smallest = try PrintSize(smallestFor: modules, dotsPerInch: dotsPerInch)
        let side = millimetres / Length.millimetresPerInch * dotsPerInch
        let dots = Int((side / Double(modules) + tolerance).rounded(.down))
        guard dots >= smallest.dotsPerModule else {
            throw .tooSmall(millimetres: millimetres, needed: smallest.sideRoundedUp)
        }
        self.init(modules, dots, dotsPerInch)
    }

    /// Creates a size from its dots.
    ///
    /// - Parameters:
    ///   - modules: Modules per side, with the quiet zone.
    ///   - dotsPerModule: Printer dots per module.
    ///   - dotsPerInch: The printer's resolution.
    public init(
        modules: Int, dotsPerModule: Int, dotsPerInch: Double
    ) throws(PrintSizeError) {
        let smallest = try PrintSize(smallestFor: modules, dotsPerInch: dotsPerInch)
        let dots = min(max(0, dotsPerModule), Int(dotsPerInch) * 200)
        let size = PrintSize(modules, dots, dotsPerInch)
        guard dots >= smallest.dotsPerModule else {
            throw .tooSmall(millimetres: size.side, needed: smallest.sideRoundedUp)
        }
        guard PrintSize.sides.contains(size.side) else { throw .sideOutOfRange(size.side) }
        self = size
    }

    /// Creates the smallest printable size.
    init(smallestFor modules: Int, dotsPerInch: Double) throws(PrintSizeError) {
        guard PrintSize.resolutions.contains(dotsPerInch) else {
            throw .resolutionOutOfRange(dotsPerInch)
        }
        let exact = PrintSize.minModuleMillimetres / Length.millimetresPerInch * dotsPerInch
        let dots = max(PrintSize.minDotsPerModule, Int((exact - tolerance).rounded(.up)))
        self.init(modules, dots, dotsPerInch)
    }

    /// Returns the size with other dots, which are not fewer than those of the smallest one.
    func with(dotsPerModule dots: Int) -> PrintSize { PrintSize(modules, dots, dotsPerInch) }

    private init(_ modules: Int, _ dotsPerModule: Int, _ dotsPerInch: Double) {
        self.modules = max(1, modules)
        self.dotsPerModule = dotsPerModule
        self.dotsPerInch = dotsPerInch
    }

    /// Side rounded up to a tenth of a millimetre, to suggest to the user.
    var sideRoundedUp: Double { ((side - tolerance) * 10).rounded(.up) / 10 }
}

/// Tolerance for rounding between millimetres and inches.
private let tolerance = 1e-6

/// Error of a print size.
public enum PrintSizeError: Error, Equatable, Sendable {
    /// The side is outside of `PrintSize.sides`, in millimetres.
    case sideOutOfRange(Double)

    /// The resolution is outside of `PrintSize.resolutions`, in dots per inch.
    case resolutionOutOfRange(Double)

    /// The modules would be smaller than 2 dots or 0.25 mm; `needed` millimetres are enough.
    case tooSmall(millimetres: Double, needed: Double)
}
