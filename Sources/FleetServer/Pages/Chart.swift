import FleetCore
import Foundation

/// Values over time as lines in a picture with axes: the keys of the template `_chart`.
struct Chart: Sendable {
    /// A horizontal line at a value.
    struct Line: Sendable {
        var y: String
        var label: String
    }

    /// An outline with the names of its style.
    struct Path: Sendable {
        var style: String
        var outline: String
    }

    /// A time in which not everything is known.
    struct Shade: Sendable {
        var x: String
        var width: String
        /// Share of the time that is unknown.
        var share: String
    }

    /// A curve without a break.
    typealias Segment = [Sample]

    /// A value that is the same for a time.
    struct Step: Sendable {
        let time: Range<Timestamp>
        let value: Double
        let isEstimated: Bool
    }

    /// A column of a picture of few values.
    struct Bar: Sendable {
        /// Number of its series.
        var style: String
        /// Center of the columns of its time, in percent of the width.
        var x: String
        /// Distance of its left edge from the center.
        var offset: String
        var y: String
        var height: String
        /// The value above it; absent if there is no room.
        var label: String?
        var labelOffset: String
        var labelY: String
    }

    /// The positions in a picture whose width is stretched to its place on the page.
    private struct Scale {
        static let (width, height) = (520.0, 132.0)
        static let margin = 8.0

        let axis: ValueAxis
        let period: Range<Timestamp>

        func position(of time: Timestamp) -> Double {
            let span = (period.upperBound - period.lowerBound).seconds
            return min(max((time - period.lowerBound).seconds / span, 0), 1) * Self.width
        }

        func x(_ time: Timestamp) -> String { Chart.text(position(of: time)) }

        func y(_ value: Double) -> String {
            let share = min(max(axis.share(of: value), 0), 1)
            return Chart.text(Self.height - Self.margin - share * (Self.height - 2 * Self.margin))
        }

        var bottom: String { Chart.text(Self.height - Self.margin) }
    }

    /// A sentence for those who do not see the picture.
    var text: String
    var paths: [Path]
    /// Outlines of the areas below the curves.
    var areas: [String] = []
    var shades: [Shade] = []
    var bars: [Bar] = []
    /// Lines of the axis of values, which have the same distance to each other.
    var values: [Line]
    /// Lines of thresholds.
    var limits: [Line] = []
    /// Ends of the axis of time.
    var from: ShownTime?
    var to: ShownTime?
    /// Instead of its ends, texts at the same distance to each other.
    var times: [String] = []
    /// Instead of them, texts below the middle of equal parts.
    var columns: [String] = []
    /// Whether there are such texts.
    var isOfColumns = false

    /// Creates a chart of curves; `nil` without a time between its ends.
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
        guard period.lowerBound < period.upperBound else { return nil }
        let scale = Scale(axis: axis, period: period.lowerBound..<period.upperBound)
        self.text = text
        (from, to) = (time(period.lowerBound), time(period.upperBound))
        values = axis.marks.map { Line(y: scale.y($0), label: axis.label($0)) }
        self.limits = limits.filter { $0.0.isFinite }.map { Line(y: scale.y($0.0), label: $0.1) }
        let curves = segments.filter { $0.count > 1 }
        paths = curves.map { curve in
            Path(
                style: "line",
                outline: "M"
                    + curve.map { scale.x($0.at) + " " + scale.y($0.value) }.joined(separator: "L"))
        }
        areas = zip(paths, curves).compactMap { path, curve in
            guard let first = curve.first, let last = curve.last else { return nil }
            return path.outline
                + "L\(scale.x(last.at)) \(scale.bottom)L\(scale.x(first.at)) \(scale.bottom)z"
        }
    }

    /// Creates a chart of values that are the same for some times each; `nil` without a value.
    ///
    /// - Parameters:
    ///   - text: Sentence for those who do not see the picture.
    ///   - series: The steps of each line, oldest first; time between two of them has no value.
    ///   - axis: The axis of values.
    ///   - limits: Thresholds with their labels.
    ///   - period: The axis of time.
    ///   - unknown: Times with the share of each that is unknown.
    ///   - times: Texts of the axis of time, at the same distance to each other.
    init?(
        _ text: String, series: [[Step]], axis: ValueAxis, limits: [(Double, String)] = [],
        period: Range<Timestamp>, unknown: [(time: Range<Timestamp>, share: Double)] = [],
        times: [String]
    ) {
        guard !period.isEmpty, series.contains(where: { !$0.isEmpty }) else { return nil }
        let scale = Scale(axis: axis, period: period)
        (self.text, self.times) = (text, times)
        values = axis.marks.map { Line(y: scale.y($0), label: axis.label($0)) }
        self.limits = limits.filter { $0.0.isFinite }.map { Line(y: scale.y($0.0), label: $0.1) }
        paths = series.enumerated().flatMap { index, steps in
            Self.paths(of: steps, style: "line s\(index + 1)", scale)
        }
        shades = unknown.map { time, share in
            let (left, right) = (scale.position(of: time.lowerBound), scale.x(time.upperBound))
            return Shade(
                x: Self.text(left), width: Self.text((Double(right) ?? left) - left),
                share: "\((share * 100).rounded() / 100)")
        }
    }

    /// Creates a chart of few values as columns, which are neither thin nor as wide as the picture;
    /// `nil` without a value.
    ///
    /// - Parameters:
    ///   - text: Sentence for those who do not see the picture.
    ///   - columns: The text of each time, with the value and whether it is estimated of each series.
    ///   - axis: The axis of values, which begins at 0.
    init?(
        _ text: String, columns: [(time: String, values: [(value: Double, isEstimated: Bool)?])],
        axis: ValueAxis
    ) {
        guard let count = columns.map(\.values.count).max(), count > 0 else { return nil }
        // Columns have positions of their own.
        let scale = Scale(
            axis: axis, period: Timestamp(milliseconds: 0)..<Timestamp(milliseconds: 1))
        (self.text, self.columns, paths) = (text, columns.map(\.time), [])
        isOfColumns = true
        values = axis.marks.map { Line(y: scale.y($0), label: axis.label($0)) }
        let (width, bottom) = (Self.barWidth, Double(scale.bottom) ?? 0)
        for (number, column) in columns.enumerated() {
            let center = (Double(number) + 0.5) / Double(columns.count) * 100
            for (index, found) in column.values.enumerated() {
                guard let found, let top = Double(scale.y(found.value)) else { continue }
                let left = (Double(index) - Double(count) / 2) * width
                bars.append(
                    Bar(
                        style: "s\(index + 1)" + (found.isEstimated ? " estimated" : ""),
                        x: Self.text(center) + "%", offset: Self.text(left + 1), y: Self.text(top),
                        height: Self.text(max(1, bottom - top)),
                        label: count <= 2 ? axis.label(found.value) : nil,
                        labelOffset: Self.text(left + width / 2), labelY: Self.text(top - 3)))
            }
        }
    }

    /// Width of a column, with which those of three days fit into a phone.
    private static let barWidth = 20.0

    /// Returns the outlines of steps, one for each run of estimated and of known values.
    private static func paths(of steps: [Step], style: String, _ scale: Scale) -> [Path] {
        var paths: [Path] = []
        var last: Step?
        for step in steps {
            let (y, end) = (scale.y(step.value), scale.x(step.time.upperBound))
            let isNext = last?.time.upperBound == step.time.lowerBound
            if isNext, let last, last.isEstimated == step.isEstimated {
                paths[paths.count - 1].outline += "V\(y)H\(end)"
            } else {
                // A line to the value before, which is drawn in the style of this one.
                let start = "M" + scale.x(step.time.lowerBound) + " "
                let edge = isNext ? last.map { scale.y($0.value) + "V" } : nil
                paths.append(
                    Path(
                        style: style + (step.isEstimated ? " estimated" : ""),
                        outline: start + (edge ?? "") + "\(y)H\(end)"))
            }
            last = step
        }
        return paths
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

    /// Creates the axis of values that begins at 0, with a few round marks.
    /// - Parameter isPercent: Whether the values are shares in percent.
    init(from0To values: [Double], isPercent: Bool) {
        if isPercent {
            self = .percent
            return
        }
        let high = values.filter(\.isFinite).max() ?? 0
        guard let step = Self.step(from: 0, to: max(high, 1)) else {
            let label = { @Sendable (value: Double) in ShortText.rounded(value) }
            self = Self(range: 0...max(high, 1), marks: [0, max(high, 1)], label: label)
            return
        }
        let last = max((high / step).rounded(.up), 1)
        self = Self(
            range: 0...last * step, marks: (0...Int(last)).map { Double($0) * step },
            label: { ShortText.rounded($0) })
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
