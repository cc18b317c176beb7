import FleetCore

/// The history of a value as a line in a picture.
struct Curve {
    let path: String
    private let range: ClosedRange<Double>
    private let height: Double
    private let samples: [Sample]

    /// - Parameter limits: Values that are in the picture, too.
    init?(_ samples: [Sample], limits: [Double], width: Double, height: Double) {
        let known = samples.filter(\.value.isFinite)
        guard known.count > 1, let first = known.first, let last = known.last, last.at > first.at
        else { return nil }
        let values = known.map(\.value) + limits.filter(\.isFinite)
        let (low, high) = (values.min() ?? 0, values.max() ?? 1)
        range = low...max(high, low + 1e-6)
        (self.height, self.samples) = (height, known)
        let span = (last.at - first.at).seconds
        var path = ""
        for sample in known {
            let x = (sample.at - first.at).seconds / span * width
            path +=
                (path.isEmpty ? "M" : "L") + Self.text(x) + " "
                + Self.text(Self.y(sample.value, in: range, height))
        }
        self.path = path
    }

    /// Returns the height of a value.
    func text(ofY value: Double) -> String { Self.text(Self.y(value, in: range, height)) }

    /// A sentence for those who do not see the picture.
    func text(_ quantity: Quantity) -> String { Self.text(of: samples, quantity) }

    /// A sentence for those who do not see a picture of the samples.
    static func text(of samples: [Sample], _ quantity: Quantity) -> String {
        let values = samples.map(\.value)
        func shown(_ value: Double?) -> String {
            value.map { quantity.text(of: .number($0)) } ?? ""
        }
        let label = quantity.label
        return localized(
            """
            \(label) from \(shown(values.min())) to \(shown(values.max())), \
            last \(shown(values.last))
            """)
    }

    private static func y(_ value: Double, in range: ClosedRange<Double>, _ height: Double)
        -> Double
    {
        let margin = height / 12
        let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        return height - margin - share * (height - 2 * margin)
    }

    private static func text(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
