import Foundation
import Testing

@testable import FleetServer

@Suite("Marked texts of the templates")
struct MarkedTextTests {
    private static var templates: [WebFile] {
        WebFile.all.filter { $0.path.hasPrefix("templates/") }
    }

    @Test("Every word that a template shows is marked for translation")
    func marked() {
        #expect(Self.templates.count > 50)
        for file in Self.templates {
            #expect(TemplateText.unmarkedWords(in: file.text) == [], "\(file.path)")
        }
    }

    @Test("A mark is whole, and has no section or partial: a translation is one text")
    func whole() {
        for file in Self.templates {
            var marks: [Substring] = []
            let rest = LanguageFile.replacingTexts(in: file.text) { text in
                marks.append(text[...])
                return ""
            }
            #expect(!rest.contains("[[") && !rest.contains("]]"), "\(file.path)")
            for mark in marks {
                #expect(mark.firstMatch(of: /\[\[|\{\{\s*[#^\/>]/) == nil, "\(file.path)")
                #expect(
                    mark == mark.trimmingCharacters(in: .whitespacesAndNewlines),
                    "\(file.path): \(mark)")
            }
        }
    }

    @Test(
        "A word without a mark is found in an element, a section and each attribute for people",
        arguments: [
            ("<p>Nothing yet</p>", ["Nothing", "yet"]),
            ("<h2>[[Past]]{{#since}} since {{> _moment}}{{/since}}</h2>", ["since"]),
            ("<p>[[Try <a href=\"/x\">this</a>.]] Or</p>", ["Or"]),
            ("<li>{{name}}s</li><li>{{#by}}von{{/by}}</li>", ["von"]),
            ("<p>größer</p>", ["größer"]),
            ("<code>fleet serve</code> starts", ["starts"]),
            ("<a aria-label=\"Close\" href=\"/close\">[[x]]</a>", ["Close"]),
            ("<nav aria-label=\"{{#a}}Main{{/a}}\">", ["Main"]),
            ("<input\nplaceholder=\"Low batteries\" value=\"low\">", ["Low", "batteries"]),
            ("<b title=\"Tip\"></b><img alt=\"Photo\">", ["Tip", "Photo"]),
            ("<form data-progress=\"Saving …\" data-title=\"this\">", ["Saving", "this"]),
            ("<td data-label=\"State\" class=\"state\">", ["State"]),
            ("<input type=\"submit\" name=\"a\" value=\"Send\">", ["Send"]),
        ])
    func unmarked(template: String, words: [String]) {
        #expect(TemplateText.unmarkedWords(in: template) == words)
    }

    @Test(
        "Names, examples of input, commands and attributes for programs need no mark",
        arguments: [
            "<a href=\"{{svg}}\" class=\"btn\">SVG</a> · <span data-f=\"{{name}}\">{{> _cell}}</span>",
            "<input name=\"range\" placeholder=\"6km\"><input placeholder=\"48.85,2.35\">",
            "<input placeholder=\"https://example.com/hook\"><input placeholder=\"a@example.com\">",
            "<pre><code class=\"x\">fleet source add NAME</code></pre><button value=\"off\">",
            "<p title=\"[[Source: {{name}}]]\">[[About <b class=\"id\">{{id}}</b>]]</p>",
        ])
    func unneeded(template: String) {
        #expect(TemplateText.unmarkedWords(in: template) == [])
    }
}

/// The text of a template that people see or hear.
enum TemplateText {
    /// Names that are the same in all languages.
    private static let names: Set<String> = [
        "CSV", "Excel", "GBFS", "GeoJSON", "ID", "JSON", "OpenStreetMap", "PDF", "PNG", "SVG",
        "XLSX", "fleet", "oslo",
    ]

    /// Returns the words outside of marks: those between elements, then those of attributes.
    static func unmarkedWords(in template: String) -> [String] {
        let rest = LanguageFile.replacingTexts(in: template) { _ in "" }
            .replacing(/\{\{.*?\}\}/, with: " ")
            .replacing(/<code\b.*?<\/code>/, with: " ")
        let attributes =
            rest.matches(
                of: /\s(?:aria-(?:label|description)|placeholder|title|alt|label)="([^"]*)"/
            ).map(\.1)
            + rest.matches(of: /\sdata-(?:progress|title|label|told|undo-title)="([^"]*)"/).map(\.1)
            + rest.matches(of: /<input\s[^>]*type="(?:submit|button)"[^>]*\svalue="([^"]*)"/)
            .map(\.1)
        let shown = rest.replacing(/<[^>]*>/, with: " ")
        return ([shown[...]] + attributes).flatMap { words(of: $0) }
    }

    private static func words(of text: Substring) -> [String] {
        text.replacing(/https?:\S+|\S+@\S+|\d+[a-z]+/, with: " ")
            .matches(of: /\p{L}{2,}/).map { String($0.0) }
            .filter { !names.contains($0) }
    }
}
