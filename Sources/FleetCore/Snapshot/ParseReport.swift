/// What was left out or mended while a feed was read.
public struct ReadingReport: Equatable, Sendable, Codable {
    /// A vehicle that was left out.
    public struct Skip: Equatable, Sendable, Codable {
        /// Its place in the feed's array, from 0.
        public var index: Int
        /// Why it was left out, such as `no vehicle_id`.
        public var reason: String

        /// Creates a record of a vehicle left out.
        public init(index: Int, reason: String) {
            self.index = index
            self.reason = reason
        }
    }

    /// How many skips and warnings are kept with their text; the counts go on.
    public static let kept = 20

    /// How many vehicles were left out.
    public private(set) var skipped = 0
    /// The first of them, at most `kept`.
    public private(set) var skips: [Skip] = []
    /// How many vehicles came again under the same code; the last one was taken.
    public var duplicates = 0
    /// How many invalid UTF-8 sequences were replaced by U+FFFD.
    public var repairs = 0
    /// What else a person should know, such as a side feed that failed; at most `kept`.
    public private(set) var warnings: [String] = []

    /// Creates a report of a feed without fault.
    public init() {}

    /// Counts a vehicle that was left out.
    public mutating func skip(at index: Int, _ reason: @autoclosure () -> String) {
        skipped += 1
        if skips.count < Self.kept { skips.append(Skip(index: index, reason: reason())) }
    }

    /// Notes what a person should know.
    public mutating func warn(_ warning: String) {
        if warnings.count < Self.kept { warnings.append(warning) }
    }

    /// All that a person should know, a line each; feed text in it is not made safe.
    public var notes: [String] {
        var notes = warnings
        if skipped > 0, let first = skips.first {
            notes.append(
                "\(skipped) of the feed's vehicles left out, the first is no. \(first.index): "
                    + first.reason)
        }
        return notes + Self.notes(duplicates: duplicates, of: "vehicle", repairs: repairs)
    }

    /// What a person should know of things that came again, and of invalid text.
    public static func notes(duplicates: Int, of thing: String, repairs: Int) -> [String] {
        var notes: [String] = []
        if duplicates > 0 {
            let things = duplicates == 1 ? thing : thing + "s"
            notes.append("\(duplicates) \(things) came twice, the last was taken")
        }
        if repairs > 0 {
            let sequences = repairs == 1 ? "sequence was" : "sequences were"
            notes.append("\(repairs) invalid UTF-8 \(sequences) replaced")
        }
        return notes
    }
}
