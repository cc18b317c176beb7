import FleetCore

/// The text of a note, from the command line or an editor.
enum NoteText {
    /// Reads the text.
    /// - Throws: `Problem` (64) if there is none, or too much of it.
    static func read(
        _ argument: String?, before: String = "", _ output: Output
    ) throws -> String {
        let text = try argument ?? TextEditor(output).edited(before)
        if let kept = Note.kept(text) { return kept }
        let isEmpty = Note.isBlank(text)
        throw Problem.usage(
            isEmpty
                ? "the text is empty"
                : "the text is longer than \(Note.longestText) characters",
            hint: isEmpty ? "`fleet note remove` removes a note" : "write several notes")
    }
}
