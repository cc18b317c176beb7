import FleetCore

/// The text of a note, from the command line or an editor.
enum NoteText {
    /// Returns the argument, or text from an editor that starts with `before`.
    /// - Throws: `CommandError` (64) if the text is empty or too long.
    static func read(
        _ argument: String?, before: String = "", _ output: Output
    ) throws -> String {
        let text = try argument ?? TextEditor(output).edit(before)
        if let normalized = Note.normalized(text) { return normalized }
        let isEmpty = Note.isBlank(text)
        throw CommandError.usage(
            isEmpty
                ? "the text is empty"
                : "the text is longer than \(Note.maxTextLength) characters",
            hint: isEmpty
                ? "remove a note with `fleet note remove N`" : "write several notes")
    }
}
