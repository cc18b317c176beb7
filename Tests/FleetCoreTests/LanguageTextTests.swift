import Testing

@testable import FleetCore

@Suite("Texts in a language")
struct LanguageTextTests {
    private static let german = Language(
        "de", name: "Deutsch",
        translations: [
            "{0} of {1}": .text("von {1} {0}"),
            "{0} photos": .plural(one: "{0} Foto", other: "{0} Fotos"),
            "lost": .text("verloren"),
        ])

    @Test("A text has the translation of its literal, with its values where that has them")
    func translated() {
        let text = { (part: Int, all: String) in localized("\(part) of \(all)") }
        #expect(text(2, "{0}") == "2 of {0}")
        Language.$current.withValue(Self.german) {
            #expect(text(2, "{0}") == "von {0} 2")
            #expect(localized("lost") == "verloren")
            #expect(localized("never \(3) translated") == "never 3 translated")
            #expect(Language.current.word("lost") == "verloren")
        }
    }

    @Test("Numbers have the separators and the forms of the language")
    func numbers() {
        #expect(ShortText.count(1204, "photo") == "1,204 photos")
        Language.$current.withValue(Self.german) {
            #expect(ShortText.count(1204, "photo") == "1.204 Fotos")
            #expect(ShortText.count(1, "photo") == "1 Foto")
        }
    }
}
