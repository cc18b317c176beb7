/// Quantities as people type them, on the command line and in the address of a web page.
///
/// Numbers without a unit have those of the list: metres, seconds and percent.
public enum QuantityText {
    /// Returns the metres of a distance such as `500m`, `6km`, `1000ft` and `0.3mi`; a bare number
    /// is in metres.
    public static func meters(_ text: String) throws(QuantityError) -> Double {
        guard let meters = number(text, units: meters) else {
            throw QuantityError(
                requirement: localized("must be a distance such as 500m, 6km, 1000ft or 0.3mi"))
        }
        guard meters >= 0 else {
            throw QuantityError(requirement: localized("must be 0 or more metres"))
        }
        return meters
    }

    /// Returns the seconds, more than 0, of a duration such as `30s`, `5m` and `24h`; a bare number
    /// is in seconds.
    public static func seconds(_ text: String) throws(QuantityError) -> Double {
        guard let seconds = number(text, units: seconds) else {
            throw QuantityError(
                requirement: localized("must be a duration such as 30s, 5m, 24h or 7d"))
        }
        guard seconds > 0 else {
            throw QuantityError(requirement: localized("must be more than 0 seconds"))
        }
        return seconds
    }

    /// Returns a number from 0 to 100, of text such as `20` and `20%`.
    public static func percent(_ text: String) throws(QuantityError) -> Double {
        var number = text[...]
        if number.last == "%" { number.removeLast() }
        while number.last == " " { number.removeLast() }
        guard !text.utf8.contains(0), let percent = Double(number), (0...100).contains(percent)
        else {
            throw QuantityError(
                requirement: localized("must be a percentage between 0 and 100, such as 20%"))
        }
        return percent
    }

    /// Returns a whole number that is not negative.
    public static func count(_ text: String) throws(QuantityError) -> Int {
        guard let count = Int(text), count >= 0 else {
            throw QuantityError(requirement: localized("must be 0 or more"))
        }
        return count
    }

    // The international foot and mile (1959), which are exact.
    private static let meters = ["m": 1.0, "km": 1000, "ft": 0.3048, "mi": 1609.344]
    private static let seconds = ["s": 1.0, "m": 60, "min": 60, "h": 3600, "d": 86_400]

    /// Returns a finite number, multiplied by the factor of the unit after it.
    private static func number(_ text: String, units: [String: Double]) -> Double? {
        // `Double` reads only the text before a NUL.
        guard !text.utf8.contains(0) else { return nil }
        if let number = Double(text) { return number.isFinite ? number : nil }
        let unit = text.drop { !$0.isLetter }
        let number = text[..<unit.startIndex].filter { $0 != " " }
        guard let number = Double(number), let factor = units[unit.lowercased()] else { return nil }
        return number.isFinite && (number * factor).isFinite ? number * factor : nil
    }
}

/// Error in the text of a quantity.
public struct QuantityError: Error, Equatable, Sendable {
    /// The words that follow the name of the value, such as `must be 0 or more metres`.
    public let requirement: String
}

extension Position {
    /// Parses `LAT,LON` in decimal degrees.
    public init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double(Self.withoutSpaces($0)) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }

    private static func withoutSpaces(_ text: some StringProtocol) -> String {
        var text = String(text).drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
