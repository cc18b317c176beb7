import FleetCore
import Foundation
import HTTPTypes
import Hummingbird

/// The texts of the pages in one language: a file of `Web/languages`, named by its tag.
///
/// The key of a text is its English form, as it is written in the program, `[[…]]` in a template,
/// and `localized("…")` in a script.
struct LanguageFile: Decodable, Sendable {
    /// The name of the language in itself.
    let name: String
    /// Texts of the program, with `{0}` in place of a value.
    let program: [String: Language.Translation]
    /// Texts of the scripts, with `{0}` in place of a value.
    let scripts: [String: Language.Translation]
    /// Texts of the templates, which keep their tags.
    let templates: [String: String]

    /// The files by tag.
    static let all: [String: LanguageFile] = {
        var files: [String: LanguageFile] = [:]
        for file in WebFile.all {
            guard let tag = file.name(in: "languages/", type: ".json") else { continue }
            files[tag] = try? JSONDecoder().decode(LanguageFile.self, from: Data(file.bytes))
        }
        return files
    }()

    /// The texts of the scripts as a JSON object.
    var scriptTexts: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(scripts)).map(Array.init) ?? Array("{}".utf8)
    }

    /// Returns the text of a template with each of its texts replaced.
    static func replacingTexts(in template: String, _ replace: (String) -> String) -> String {
        template.replacing(/\[\[(.*?)\]\]/.dotMatchesNewlines()) { replace(String($0.1)) }
    }
}

extension Language {
    /// The languages of the pages, English first.
    static let all: [Language] =
        [english]
        + LanguageFile.all.sorted { $0.key < $1.key }.map { tag, file in
            Language(tag, name: file.name, translations: file.program)
        }

    /// Returns the language of a tag such as `de` or `de-AT`; `nil` if it has no texts.
    static func tagged(_ tag: String) -> Language? {
        let primary = tag.prefix { $0 != "-" }.lowercased()
        return all.first { $0.tag == primary }
    }

    /// Returns the language that the browser of a person prefers; English for programs, which
    /// present tokens.
    static func preferred(by request: Request) -> Language {
        guard request.headers[.authorization] == nil,
            let field = request.headers[.acceptLanguage]
        else { return .english }
        return preferred(acceptLanguage: field, tagged) ?? .english
    }
}
