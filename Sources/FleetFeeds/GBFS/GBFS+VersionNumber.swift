extension GBFS {
    /// A version of the specification, such as `2.3` or `3.1-RC3`, in its order.
    ///
    /// A release candidate comes before its release. A text that is no version comes before all.
    struct VersionNumber: Comparable {
        private static let longestText = 32
        private static let longestNumber = 6

        private var numbers: [Int]
        private var candidate: Int

        init(_ text: String) {
            let parts = text.prefix(Self.longestText).lowercased().split(
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
            Int(digits.prefix(longestNumber)) ?? 0
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
