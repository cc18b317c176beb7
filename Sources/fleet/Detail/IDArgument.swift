import ArgumentParser

/// A vehicle or site ID on the command line.
enum IDArgument {
    /// Maximum bytes, and maximum digits if all are digits, of any symbol (ISO/IEC 18004, table 7).
    private static let (maxBytes, maxDigits) = (4296, 7089)

    /// Maximum characters (Unicode scalars) of an ID in a message.
    private static let maxShown = 200

    /// Checks the length of IDs; `name` is their name in errors.
    /// - Throws: `ValidationError` if an ID is empty or too long.
    static func check(_ ids: [String], _ name: String) throws {
        for id in ids {
            if id.isEmpty { throw ValidationError("\(name) is empty") }
            let limit = id.utf8.allSatisfy(isDigit) ? maxDigits : maxBytes
            if id.utf8.count > limit {
                throw ValidationError("\(name) is longer than \(limit) bytes")
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns an ID for a message, truncated if it is long.
    static func shown(_ id: String) -> String {
        let beginning = id.unicodeScalars.prefix(maxShown)
        return beginning.endIndex == id.endIndex ? id : String(beginning) + "…"
    }
}
