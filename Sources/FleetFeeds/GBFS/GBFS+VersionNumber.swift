extension GBFS {
    /// Version of the specification, such as `2.3` or `3.1-RC3`.
    ///
    /// A release candidate precedes its release. Invalid text precedes all versions.
    struct VersionNumber: Comparable {
        private static let maxTextLength = 32
        private static let maxNumberLength = 6

        private var numbers: [Int]
        private var candidate: Int

        init(_ text: String) {
            let parts = text.prefix(Self.maxTextLength).lowercased().split(
                separator: "-", maxSplits: 1)
            numbers = parts.first.map(Self.numbers) ?? []
            while numbers.last == 0 { numbers.removeLast() }
            candidate = parts.count < 2 ? .max : Self.number(parts[1].filter(\.isASCIIDigit))
        }

        static func < (left: VersionNumber, right: VersionNumber) -> Bool {
            if left.numbers == right.numbers { return left.candidate < right.candidate }
            return left.numbers.lexicographicallyPrecedes(right.numbers)
        }

        private static func numbers(_ text: Substring) -> [Int] {
            text.split(separator: ".").map { number($0.filter(\.isASCIIDigit)) }
        }

        private static func number(_ digits: String) -> Int {
            Int(digits.prefix(maxNumberLength)) ?? 0
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
