/// How large a symbol is printed: a whole number of printer dots a module.
///
/// With a broken number the modules of one symbol would differ by a dot, which is what makes
/// small symbols hard to read.
public struct PrintSize: Sendable, Equatable {
    /// The printers that are taken seriously, in dots an inch.
    public static let resolutions: ClosedRange<Double> = 72...9600

    /// The sides that can be asked for, in millimetres.
    public static let sides: ClosedRange<Double> = 1...5000

    /// The fewest dots that make a module.
    public static let dotsLimit = 4

    /// The smallest module, in millimetres.
    public static let moduleLimit = 0.25

    /// Modules smaller than this are printable, but many phones have trouble with them.
    public static let fineModule = 0.4

    /// Modules a side, with the quiet zone.
    public let modules: Int

    /// Printer dots a module and side.
    public let dotsPerModule: Int

    /// Printer dots an inch.
    public let dotsPerInch: Double

    /// The side of a module, in millimetres.
    public var moduleMillimetres: Double {
        Double(dotsPerModule) * Length.millimetresPerInch / dotsPerInch
    }

    /// The printed side with the quiet zone, in millimetres: never more than was asked for.
    public var side: Double { Double(modules) * moduleMillimetres }

    /// Whether a module is smaller than `fineModule`.
    public var isFine: Bool { moduleMillimetres < PrintSize.fineModule - tolerance }

    /// The largest size that is not over `millimetres`.
    ///
    /// - Parameters:
    ///   - modules: Modules a side, with the quiet zone.
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

    /// A size by its dots.
    ///
    /// - Parameters:
    ///   - modules: Modules a side, with the quiet zone.
    ///   - dotsPerModule: Printer dots a module.
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

    /// The smallest size that can be printed.
    init(smallestFor modules: Int, dotsPerInch: Double) throws(PrintSizeError) {
        guard PrintSize.resolutions.contains(dotsPerInch) else {
            throw .resolutionOutOfRange(dotsPerInch)
        }
        let exact = PrintSize.moduleLimit / Length.millimetresPerInch * dotsPerInch
        let dots = max(PrintSize.dotsLimit, Int((exact - tolerance).rounded(.up)))
        self.init(modules, dots, dotsPerInch)
    }

    private init(_ modules: Int, _ dotsPerModule: Int, _ dotsPerInch: Double) {
        self.modules = max(1, modules)
        self.dotsPerModule = dotsPerModule
        self.dotsPerInch = dotsPerInch
    }

    /// The side up to the next tenth of a millimetre: what to ask for.
    var sideRoundedUp: Double { ((side - tolerance) * 10).rounded(.up) / 10 }
}

/// What rounding of millimetres and inches may cost.
private let tolerance = 1e-6

/// Why a symbol cannot be printed as asked.
public enum PrintSizeError: Error, Equatable, Sendable {
    /// The side is outside of `PrintSize.sides`, in millimetres.
    case sideOutOfRange(Double)

    /// The resolution is outside of `PrintSize.resolutions`, in dots an inch.
    case resolutionOutOfRange(Double)

    /// The modules would be under 4 dots or under 0.25 mm; `needed` millimetres would do.
    case tooSmall(millimetres: Double, needed: Double)
}
