/// The escape sequence that puts a text into the clipboard of the terminal (xterm control sequences,
/// "Operating System Commands", 52); terminals may refuse it.
public enum ClipboardEscape {
    /// Copies some bytes.
    public static func copying(_ bytes: [UInt8]) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + Base64.encoded(bytes) + [0x07]
    }
}
