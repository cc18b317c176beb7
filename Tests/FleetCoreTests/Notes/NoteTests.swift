import FleetCore
import Testing

@Suite("Notes")
struct NoteTests {
    @Test(
        "Whitespace and invisible characters are blank",
        arguments: [
            "", " \n\t", "\u{200B}", "\u{200D}\u{2060}\u{FEFF}", " \u{FE0F} ", "\u{3164}", "\u{AD}",
        ])
    func blank(text: String) {
        #expect(Note.isBlank(text))
        #expect(Note.normalized(text) == nil)
    }

    @Test(
        "A visible text loses only its leading and trailing whitespace",
        arguments: [" x\n", "👩‍👩‍👧", "\u{200B}x", "می‌خواهم", "\u{1B}"])
    func normalized(text: String) {
        #expect(Note.normalized(text) == String(text.trimmingPrefix(" ").prefix { !$0.isNewline }))
    }
}
