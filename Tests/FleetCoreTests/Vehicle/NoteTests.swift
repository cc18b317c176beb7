import FleetCore
import Testing

@Suite("The text of a note is kept as it was written, if it shows anything")
struct NoteTests {
    @Test(
        "spaces, and characters that nobody sees, are no text",
        arguments: [
            "", " \n\t", "\u{200B}", "\u{200D}\u{2060}\u{FEFF}", " \u{FE0F} ", "\u{3164}", "\u{AD}",
        ])
    func blank(text: String) {
        #expect(Note.isBlank(text))
        #expect(Note.kept(text) == nil)
    }

    @Test(
        "a text that shows something keeps all of its characters but the spaces at its ends",
        arguments: [" x\n", "👩‍👩‍👧", "\u{200B}x", "می‌خواهم", "\u{1B}"])
    func kept(text: String) {
        #expect(Note.kept(text) == String(text.trimmingPrefix(" ").prefix { !$0.isNewline }))
    }
}
