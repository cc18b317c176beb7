import FleetCore
import Foundation

/// A value over time as a line in a picture with axes: the keys of the template `_chart`.
struct Chart: Sendable {
    /// A horizontal line at a value.
    struct Line: Sendable {
        var y: String
        var label: String
    }

    /// A curve without a break.
    typealias Segment = [Sample]

    /// The size of the picture, whose width is stretched to its place on the page.
    private static let (width, height) = (520.0, 132.0)
    private static let margin = 8.0

    /// A sentence for those who do not see the picture.
    var text: String
    /// Outlines of the curves, and of the areas below them.
    var paths: [String]
    var areas: [String]
    /// Lines of the axis of values, which have the same distance to each other.
    var values: [Line]
    /// Lines of thresholds.
    var limits: [Line]
    /// Ends of the axis of time.
    var from: ShownTime
    var to: ShownTime

    /// Creates a chart; `nil` without a time between its ends.
    ///
    /// - Parameters:
    ///   - text: Sentence for those who do not see the picture.
    ///   - segments: The curves; samples outside of the axes are drawn at their ends.
    ///   - axis: The axis of values.
    ///   - limits: Thresholds with their labels.
    ///   - period: The axis of time.
    ///   - time: Returns a time as the page shows it.
    init?(
        _ text: String, _ segments: [Segment], axis: ValueAxis, limits: [(Double, String)] = [],
        period: ClosedRange<Timestamp>, time: (Timestamp) -> ShownTime
    ) {
        let span = (period.upperBound - period.lowerBound).seconds
        guard span > 0 else { return nil }
        func x(_ time: Timestamp) -> String {
            let share = min(max((time - period.lowerBound).seconds / span, 0), 1)
            return Self.text(share * Self.width)
        }
        func y(_ value: Double) -> String {
            let share = min(max(axis.share(of: value), 0), 1)
            let height = Self.height - 2 * Self.margin
            return Self.text(Self.height - Self.margin - share * height)
        }
        self.text = text
        (from, to) = (time(period.lowerBound), time(period.upperBound))
        values = axis.marks.map { Line(y: y($0), label: axis.label($0)) }
        self.limits = limits.filter { $0.0.isFinite }.map { Line(y: y($0.0), label: $0.1) }
        let curves = segments.filter { $0.count > 1 }
        paths = curves.map { curve in
            "M" + curve.map { x($0.at) + " " + y($0.value) }.joined(separator: "L")
        }
        let bottom = Self.text(Self.height - Self.margin)
        areas = zip(paths, curves).compactMap { path, curve in
            guard let first = curve.first, let last = curve.last else { return nil }
            return path + "L\(x(last.at)) \(bottom)L\(x(first.at)) \(bottom)z"
        }
    }

    private static func text(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}

/// The axis of the values of a chart.
struct ValueAxis: Sendable {
    private let range: ClosedRange<Double>
    /// The values that have a line, from the lowest to the highest of the axis, in equal steps.
    let marks: [Double]
    /// Returns the text of a value.
    let label: @Sendable (Double) -> String

    /// The axis of a value in percent.
    static let percent = ValueAxis(range: 0...100, marks: [0, 50, 100]) { "\(Int($0)) %" }

    /// Creates the axis of a sensor, with two to six round marks around its values.
    init(_ measurement: FleetCore.Measurement, fitting samples: [Sample], limits: [Double]) {
        let quantity = measurement.quantity
        let values = samples.map(\.value).filter(\.isFinite) + limits.filter(\.isFinite)
        let label = { @Sendable (value: Double) in quantity.text(of: .number(value)) }
        let (low, high) = (values.min() ?? 0, values.max() ?? 1)
        if case .condition = measurement.value {
            self = Self(range: 0...1, marks: [0, 1]) { quantity.text(of: .condition($0 > 0.5)) }
        } else if quantity.unit == "percent", low >= 0, high <= 100 {
            self = .percent
        } else if let step = Self.step(from: low, to: high) {
            let first = (low / step).rounded(.down)
            let last = max((high / step).rounded(.up), first + 1)
            self = Self(
                range: first * step...last * step,
                marks: (Int(first)...Int(last)).map { Double($0) * step }, label: label)
        } else {
            self = Self(range: low...max(high, low.nextUp), marks: [low, high], label: label)
        }
    }

    /// Returns the distance of two marks: 1, 2 or 5 times a power of ten; `nil` for numbers that
    /// are too large or too close to each other for that.
    private static func step(from low: Double, to high: Double) -> Double? {
        let span = max(high - low, 1e-3 * max(abs(low), abs(high)), 1e-3)
        guard span.isFinite, abs(low) < 1e12, abs(high) < 1e12 else { return nil }
        let power = pow(10, log10(span / 4).rounded(.down))
        return [1, 2, 5, 10].map { $0 * power }.first { span / $0 <= 4 }
    }

    private init(
        range: ClosedRange<Double>, marks: [Double], label: @escaping @Sendable (Double) -> String
    ) {
        (self.range, self.marks, self.label) = (range, marks, label)
    }

    /// Returns the share of the axis below a value.
    func share(of value: Double) -> Double {
        // Halved, since the difference of two finite numbers may be infinite.
        let span = range.upperBound / 2 - range.lowerBound / 2
        return (value / 2 - range.lowerBound / 2) / span
    }
}
