import FleetCore
public import Printing

/// A printer for labels, with what is usual for it.
public struct Printer: Equatable, Sendable {
    /// What a printer understands.
    public enum Language: String, CaseIterable, Sendable {
        case pdf
        /// ZPL II, of Zebra's label printers.
        case zpl
    }

    /// Where the printer is.
    public var address: PrinterAddress
    /// What it understands.
    public var language = Language.pdf
    /// Its resolution in dots per inch.
    public var dotsPerInch: Double?
    /// The name of the layout that is in it.
    public var layout: String?
    /// The size of the labels of a roll that is in it, as in `62x29`.
    public var label: String?
    /// The correction of positions in mm, as `--shift` has it.
    public var shift: String?
    /// The correction of lengths, as `--adjust` has it.
    public var adjust: String?

    /// Creates a printer that nothing is known about.
    public init(_ address: PrinterAddress) { self.address = address }

    /// Returns whether a text can be the name of a printer; see `Source.isName(_:)`.
    public static func isName(_ text: String) -> Bool { Source.isName(text) }

    /// Range of the resolution of a printer.
    package static let resolutions: ClosedRange<Double> = 72...9600
}
