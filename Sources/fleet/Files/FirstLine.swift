/// Returns the first line of a file that an option names instead of a value, as for secrets.
/// - Throws: `CommandError` (74) if the file cannot be read.
func firstLine(ofFile path: Substring, for option: String) throws -> String {
    guard let text = readText(String(path), limit: 65_536) else {
        throw CommandError(
            .ioError, "cannot read \(path) for \(option)",
            hint: "check the path and its permissions")
    }
    return String(text.prefix { !$0.isNewline })
}
