import FleetTestSupport
import Foundation
import Mustache
import Testing

@testable import FleetServer

@Suite("Templates of the pages")
struct TemplateTests {
    private static let folder = Project.folder + "/Sources/FleetServer/Web/"

    @Test("The program holds every file of the folder of the web pages, as it is")
    func embedded() throws {
        let files = try ["app", "assets", "languages", "templates"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: Self.folder + folder)
                .map { folder + "/" + $0 }
        }
        #expect(Set(WebFile.all.map(\.path)) == Set(files + ["openapi.json"]))
        for file in WebFile.all {
            #expect(
                FileManager.default.contents(atPath: Self.folder + file.path) == Data(file.bytes))
        }
    }

    @Test("No template shows anything without escapes, or outside of quotation marks in a tag")
    func escaped() throws {
        for file in WebFile.all where file.path.hasPrefix("templates/") {
            let text = file.text
            #expect(!text.contains("{{{") && !text.contains("{{&"), "\(file.path)")
            #expect(text.firstMatch(of: /=\{\{/) == nil, "\(file.path)")
            #expect(text.firstMatch(of: /<(script|style)[^>]*>[^<]*\{\{/) == nil, "\(file.path)")
            #expect(text.firstMatch(of: /\s(on[a-z]+|style)=/) == nil, "\(file.path)")
        }
    }

    @Test("Text keeps to its element and its attribute, whatever marks combine with its characters")
    func escaper() {
        let escaper = HTMLEscaper()
        #expect(escaper.escapeText("<b a=\"'&'\">") == "&lt;b a=&quot;&#39;&amp;&#39;&quot;&gt;")
        #expect(escaper.escapeText("\"\u{301}") == "&quot;\u{301}")
        #expect(escaper.escapeText("a\u{202E}b\u{0}c\u{1B}") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}")
        for value in 0..<0x3000 as Range<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = escaper.escapeText(String(scalar))
            let isHidden =
                scalar.properties.isBidiControl
                || scalar.properties.generalCategory == .control && ![9, 10].contains(value)
            if isHidden {
                #expect(shown == "\u{FFFD}", "\(value)")
            } else if !"&<>\"'".unicodeScalars.contains(scalar) {
                #expect(Array(shown.unicodeScalars) == [scalar], "\(value)")
            }
        }
    }

    @Test("Markup has its literals as they are, and every value escaped")
    func markup() {
        let (id, isGone) = ("<b>\"&", true)
        let cell: Markup = "<i>\(id)</i>"
        let row: Markup =
            "<p title=\"\(id)\"\(" hidden", if: isGone)\(" open", if: !isGone)>\(cell)</p>"
        #expect(
            String(decoding: row.bytes, as: UTF8.self)
                == "<p title=\"&lt;b&gt;&quot;&amp;\" hidden><i>&lt;b&gt;&quot;&amp;</i></p>")
    }

    @Test("A template shows markup as it is, in its place, and hides what is empty")
    func markupInTemplates() throws {
        struct Note {
            var body: Markup
            var name: String
        }
        struct Page {
            var notes: [Note]
            var none: Markup = ""
        }
        var library = MustacheLibrary()
        try library.register(
            "{{#notes}}{{name}}:{{body}};{{/notes}}{{#none}}never{{/none}}{{^none}}empty{{/none}}",
            named: "page")
        let page = Page(
            notes: [
                Note(body: "<b>1</b>", name: "a"), Note(body: "", name: "b\u{E000}"),
                Note(body: "<b>\("<")</b>", name: "c"),
            ])
        let bytes = MarkupPlaces.bytes {
            library.render(ShownMembers.shown(page) ?? "", withTemplate: "page")
        }
        #expect(
            String(decoding: bytes ?? [], as: UTF8.self)
                == "a:<b>1</b>;b\u{E000}:;c:<b>&lt;</b>;empty")
    }

    @Test("A key that a context lacks is found, also in a section, a partial and a path")
    func missingKeys() {
        struct Time {
            var text = "now"
            var iso: String?
        }
        struct Page {
            var title: String? = nil
            var times = [Time()]
        }
        struct Notes {
            var page = Page()
            var isOpen = false
        }
        func missing(_ text: String) -> Set<String> { TemplateKeys.missing(inText: text, Notes()) }
        #expect(
            missing(
                "{{page.title}}{{^isOpen}}{{#page.times}}{{text}}{{iso}}{{.}}{{/page.times}}{{/isOpen}}"
            ) == [])
        #expect(missing("{{#isOpen}}{{unknown}}{{/isOpen}}") == [], "this part is not shown")
        #expect(missing("{{pages.title}}{{page.titel}}") == ["pages.title", "page.titel"])
        #expect(missing("{{#page}}{{#times}}{{ios}}{{isOpen}}{{/times}}{{/page}}") == ["ios"])
        #expect(missing("{{^isOpened}}{{/isOpened}}") == ["isOpened"])
        #expect(missing("{{> _time}}") == ["markup"])
        struct List {
            var iso: String? = "2026-11-27"
            var times = [Time()]
        }
        let hidden = TemplateKeys.missing(inText: "{{#times}}{{iso}}{{text}}{{/times}}", List())
        #expect(hidden == ["iso"], "the value of the list would be shown")
    }
}
