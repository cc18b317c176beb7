/// What a reading of a source may take; a document that takes more fails, and is not read in part.
///
/// A part without a value of its own has the standard one.
public struct SourceBudget: Equatable, Sendable {
    /// A part of a budget, by the name that sets it (`--budget document=512MiB`).
    public enum Measure: String, CaseIterable, Codable, Sendable {
        /// Bytes of a document, after decompression.
        case document
        /// Points of all zones.
        case points
        /// Vehicles.
        case vehicles

        /// The value that holds unless another one is set.
        public var standard: Int64 {
            switch self {
            case .document: 256 << 20
            case .points: 2_000_000
            case .vehicles: 4_000_000
            }
        }

        /// Bytes of memory that a process should have for each byte, point or vehicle of the standard
        /// value: a process has several of them at a time, such as all vehicles of two snapshots.
        fileprivate var neededMemory: Int64 {
            switch self {
            case .document: 4
            case .points: 128
            case .vehicles: 2400
            }
        }

        fileprivate var values: ClosedRange<Int64> {
            switch self {
            case .document: 1 << 20...4095 << 20
            case .points, .vehicles: 1...100_000_000
            }
        }

        private static let units: [(name: String, bytes: Int64)] = [
            ("GiB", 1 << 30), ("MiB", 1 << 20), ("GB", 1_000_000_000), ("MB", 1_000_000),
        ]

        /// Returns the value of a text, such as `512MiB` or `5000000`; `nil` for `default`.
        /// - Throws: ``QuantityError`` with the words that follow the name.
        public func value(_ text: String) throws(QuantityError) -> Int64? {
            if text == "default" { return nil }
            var (number, factor) = (text[...], Int64(1))
            if self == .document, let unit = Self.units.first(where: { text.hasSuffix($0.name) }) {
                (number, factor) = (text.dropLast(unit.name.count), unit.bytes)
            }
            let product = Int64(number)?.multipliedReportingOverflow(by: factor)
            guard let product, !product.overflow, values.contains(product.partialValue) else {
                throw QuantityError(
                    requirement: self == .document
                        ? localized("must be a size from 1MiB to 4095MiB, or default")
                        : localized("must be from 1 to 100000000, or default"))
            }
            return product.partialValue
        }

        /// Returns a value in the text that sets it.
        public func text(_ value: Int64) -> String {
            guard self == .document else { return "\(value)" }
            let unit = Self.units.first { value.isMultiple(of: $0.bytes) }
            return "\(value / (unit?.bytes ?? 1))\(unit?.name ?? "")"
        }

        /// Returns a value for people: a size, or a number of points or vehicles.
        public func amount(_ value: Int64) -> String {
            switch self {
            case .document: "\(max(1, (value + (1 << 20) - 1) >> 20)) MiB"
            case .points: ShortText.count(Int(value), "point")
            case .vehicles: ShortText.count(Int(value), "vehicle")
            }
        }
    }

    private var changed: [Measure: Int64] = [:]

    /// Creates the standard budget.
    public init() {}

    /// The value of a part.
    public subscript(measure: Measure) -> Int64 { changed[measure] ?? measure.standard }

    /// Sets the value of a part; `nil` for the standard one.
    public mutating func set(_ measure: Measure, to value: Int64?) { changed[measure] = value }

    /// The names and texts of the parts that have a value of their own.
    public var texts: [String: String] {
        Dictionary(uniqueKeysWithValues: changed.map { ($0.rawValue, $0.text($1)) })
    }

    /// Returns the budget for a process with some memory, in bytes: on a small machine, the parts
    /// without a value of their own are smaller than the standard.
    public func fitting(memory: Int64) -> SourceBudget {
        var budget = self
        for measure in Measure.allCases where changed[measure] == nil {
            let fitting = max(measure.values.lowerBound, memory / measure.neededMemory)
            budget.set(measure, to: min(measure.standard, fitting))
        }
        return budget
    }

    /// Returns the budget with documents of at most some bytes.
    public func limited(toDocuments bytes: Int64) -> SourceBudget {
        var budget = self
        budget.set(.document, to: min(bytes, self[.document]))
        return budget
    }
}

extension SourceBudget.Measure {
    /// Returns the option that makes room for a size, or for more than a limit.
    func option(toExceed limit: Int64, size: Int64?) -> String {
        var value = limit
        let needed = size ?? limit + 1
        while value < needed, value < values.upperBound {
            value = min(value * 2, values.upperBound)
        }
        if self == .document {
            value = min(((value + (1 << 20) - 1) >> 20) << 20, values.upperBound)
        }
        return "--budget \(rawValue)=\(text(value))"
    }
}
