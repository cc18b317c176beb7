/// Quoting of a text as one word of a command line.
public enum ShellWord {
    /// Returns the text as one word for a POSIX shell (POSIX.1, XCU 2.2): unchanged if it has no
    /// special characters, else in single quotes.
    public static func quoted(_ text: String) -> String {
        guard text.isEmpty || !text.utf8.allSatisfy(isPlain) else { return text }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: #"'\''"#) + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "%+,-./:=@_".utf8.contains(byte)
        }
    }
}
