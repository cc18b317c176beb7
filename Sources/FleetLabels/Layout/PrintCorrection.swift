/// Correction of the positions of labels for a printer that shifts or scales its pages.
///
/// Symbols and text keep their size, so that modules stay whole dots; only the centers of labels
/// move.
public struct PrintCorrection: Sendable, Equatable {
    /// Range of a shift, in millimetres.
    public static let shifts = -20.0...20.0

    /// Range of a scale; 1 changes nothing.
    public static let scales = 0.9...1.1

    /// Shift to the right, in millimetres.
    public var shiftX: Double

    /// Shift down, in millimetres.
    public var shiftY: Double

    /// Horizontal scale from the left edge of the page.
    public var scaleX: Double

    /// Vertical scale from the top edge of the page.
    public var scaleY: Double

    /// No correction.
    public static let none = PrintCorrection()

    /// Creates a correction; a position is scaled first, then shifted.
    public init(
        shiftX: Double = 0, shiftY: Double = 0, scaleX: Double = 1, scaleY: Double = 1
    ) {
        (self.shiftX, self.shiftY, self.scaleX, self.scaleY) = (shiftX, shiftY, scaleX, scaleY)
    }

    /// Whether all values are within `shifts` and `scales`.
    public var isValid: Bool {
        [shiftX, shiftY].allSatisfy(Self.shifts.contains)
            && [scaleX, scaleY].allSatisfy(Self.scales.contains)
    }

    func x(_ x: Double) -> Double { x * scaleX + shiftX }

    func y(_ y: Double) -> Double { y * scaleY + shiftY }
}

extension PrintCorrection {
    /// Returns the shift in text such as `1,-0.5mm`; `nil` for other text and values out of range.
    public static func shift(_ text: String) -> (x: Double, y: Double)? {
        guard let numbers = numbers(text, unit: "mm"), numbers.count == 2,
            numbers.allSatisfy(shifts.contains)
        else { return nil }
        return (numbers[0], numbers[1])
    }

    /// Returns the scale in text such as `99.7%` or `99.7%,100.2%`; `nil` for other text and values
    /// out of range.
    public static func scale(_ text: String) -> (x: Double, y: Double)? {
        guard let percents = numbers(text, unit: "%"), (1...2).contains(percents.count) else {
            return nil
        }
        let numbers = percents.map { $0 / 100 }
        guard numbers.allSatisfy(scales.contains) else { return nil }
        return (numbers[0], numbers[numbers.count - 1])
    }

    /// Returns the numbers between commas, each with or without the unit.
    private static func numbers(_ text: String, unit: String) -> [Double]? {
        let parts = text.lowercased().filter { $0 != " " }
            .split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.map { Double($0.hasSuffix(unit) ? $0.dropLast(unit.count) : $0) }
        return numbers.contains(nil) ? nil : numbers.compactMap(\.self)
    }

    /// The shift as in `1,-0.5mm`.
    public var shiftText: String { "\(Self.text(shiftX)),\(Self.text(shiftY))mm" }

    /// The scale as in `99.7%`, or `99.7%,100.2%` if its directions differ.
    public var scaleText: String {
        let (x, y) = ("\(Self.text(scaleX * 100))%", "\(Self.text(scaleY * 100))%")
        return x == y ? x : "\(x),\(y)"
    }

    /// Returns a number with at most two decimals.
    private static func text(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        guard rounded != rounded.rounded(), rounded.isFinite else {
            return Int(exactly: rounded.rounded()).map(String.init) ?? "\(rounded)"
        }
        return "\(rounded)"
    }
}

extension LabelDesign {
    /// Returns the corrected top left corner of the print of a label, counted from 0.
    ///
    /// The correction moves the center, around which symbol and text keep their sizes.
    func origin(ofLabel index: Int) -> (x: Double, y: Double) {
        let (x, y) = layout.origin(ofLabel: index)
        guard correction != .none else { return (x, y) }
        let (width, height) = (layout.label.width, layout.label.height)
        return (
            correction.x(x + width / 2) - width / 2, correction.y(y + height / 2) - height / 2
        )
    }

    /// Returns the corrected edges of a label, counted from 0.
    func frame(ofLabel index: Int) -> Frame {
        let (x, y) = layout.origin(ofLabel: index)
        return Frame(
            left: correction.x(x), top: correction.y(y),
            right: correction.x(x + layout.label.width),
            bottom: correction.y(y + layout.label.height))
    }
}
