/// Escape sequence that copies to the terminal's clipboard (xterm control sequences, "Operating
/// System Commands", 52); terminals may ignore it.
public enum ClipboardEscape {
    /// Returns the sequence that copies bytes to the clipboard.
    public static func copying(_ bytes: [UInt8]) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + Base64.encoded(bytes) + [0x07]
    }
}
