import Testing

@testable import FleetCore

@Suite("Languages of texts")
struct LanguageTagTests {
    @Test(
        "The language of the environment is that of messages, but not English",
        arguments: [
            (["LANG": "de_DE.UTF-8"], "de-DE"), (["LANG": "fr"], "fr"),
            (["LANG": "C.UTF-8"], nil), (["LANG": "POSIX"], nil), (["LANG": "en_GB.UTF-8"], nil),
            ([:], nil), (["LANG": "sr_RS@latin"], "sr-RS"), (["LANG": "!"], nil),
            (["LANG": "de", "LC_MESSAGES": "it_IT"], "it-IT"),
            (["LANG": "de", "LC_MESSAGES": "it_IT", "LC_ALL": "C"], nil),
            (["LANG": "de", "LC_MESSAGES": ""], "de"),
        ] as [([String: String], String?)])
    func environment(variables: [String: String], tag: String?) {
        #expect(LanguageTag(environment: { variables[$0] })?.text == tag)
    }

    @Test(
        "A text that cannot be a tag is none",
        arguments: ["", "d", "1e", "de-", "-de", "de DE", "languages-de", "d\u{E9}", "de--x"])
    func invalid(text: String) { #expect(LanguageTag(text) == nil) }

    @Test(
        "The nearest language is the same, a form of it, English, or else the first",
        arguments: [
            ("de", ["en", "fr", "de"], "de"), ("de", ["en", "DE_de"], "DE_de"),
            ("de-CH", ["de-AT", "de", "en"], "de"), ("de-CH", ["fr", "de-AT"], "de-AT"),
            ("de", ["de-AT", "de-CH"], "de-AT"), ("nb-NO", ["en", "no"], "no"),
            ("no", ["en", "nn"], "nn"), ("de", ["fr", "en", "it"], "en"),
            ("de", ["fr", "it"], "fr"), ("xx", ["fr", "en-CA"], "en-CA"), ("de", ["", "en"], "en"),
            (nil, ["fr", "en"], "en"), (nil, ["fr", "it"], "fr"), (nil, ["fr", "en-US"], "en-US"),
        ] as [(String?, [String], String)])
    func nearest(wanted: String?, tags: [String], found: String) {
        let wanted = wanted.flatMap(LanguageTag.init)
        let nearest = tags.min {
            LanguageTag.distance(of: $0, from: wanted) < LanguageTag.distance(of: $1, from: wanted)
        }
        #expect(nearest == found)
    }
}
