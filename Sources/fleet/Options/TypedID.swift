import ArgumentParser

/// What a person typed as the code of a vehicle, or as the id of a site.
enum TypedID {
    /// The most bytes, and the most if all are digits: no symbol holds more (ISO/IEC 18004, table 7).
    private static let (mostBytes, mostDigits) = (4296, 7089)

    /// The most characters (Unicode scalars) of one that are repeated in a message.
    private static let mostShown = 200

    /// Checks what was typed in the place of `name`.
    /// - Throws: `ValidationError` if one is empty or too long.
    static func check(_ ids: [String], _ name: String) throws {
        for id in ids {
            if id.isEmpty { throw ValidationError("\(name) is empty") }
            let most = id.utf8.allSatisfy(isDigit) ? mostDigits : mostBytes
            if id.utf8.count > most {
                throw ValidationError("\(name) is longer than \(most) bytes")
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// One as it is repeated in a message, cut if it is long.
    static func shown(_ id: String) -> String {
        let beginning = id.unicodeScalars.prefix(mostShown)
        return beginning.endIndex == id.endIndex ? id : String(beginning) + "…"
    }
}
