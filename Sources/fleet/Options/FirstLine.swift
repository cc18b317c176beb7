/// The first line of a file that is named in the place of an option's value, as a secret is.
/// - Throws: `Problem` (74) if it cannot be read.
func firstLine(ofFile path: Substring, for option: String) throws -> String {
    guard let text = readText(String(path), limit: 65_536) else {
        throw Problem(.ioError, "\(path) cannot be read for \(option)", hint: "check the path")
    }
    return String(text.prefix { !$0.isNewline })
}
