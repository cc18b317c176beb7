import FleetCore
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Languages of the pages")
struct LanguageTests {
    @Test("Every text has a translation in every language, and every translation a text")
    func complete() throws {
        let templates = try SourceTexts.ofTemplates()
        let scripts = try SourceTexts.ofScripts()
        let program = try SourceTexts.ofProgram().union(Self.words)
        let literals = try SourceTexts.allLiterals()
        #expect(!LanguageFile.all.isEmpty)
        for (tag, file) in LanguageFile.all {
            let sections = [
                ("templates", templates, Set(file.templates.keys), templates),
                ("scripts", scripts, Set(file.scripts.keys), scripts),
                ("program", program, Set(file.program.keys), program.union(literals)),
            ]
            for (section, needed, known, used) in sections {
                #expect(needed.subtracting(known).sorted() == [], "\(tag): \(section) lacks these")
                #expect(known.subtracting(used).sorted() == [], "\(tag): \(section) needs no such")
            }
        }
    }

    /// The values of lists that pages show as texts.
    private static let words: Set<String> = {
        let statuses: [HTTPResponse.Status] = [
            .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .requestTimeout,
            .conflict,
            .gone,
            .preconditionFailed, .contentTooLarge, .unsupportedMediaType, .misdirectedRequest,
            .unprocessableContent, .preconditionRequired, .tooManyRequests, .internalServerError,
            .badGateway, .serviceUnavailable, .gatewayTimeout,
        ]
        let tones = [
            "black", "blue", "brown", "cyan", "gray", "green", "grey", "orange", "pink", "purple",
            "red", "white", "yellow", "unknown",
        ]
        let feedWords = PublishedFleet.formFactors.union(PublishedFleet.propulsionTypes)
            .union(PublishedFleet.formFactors.map { FormFactor.name(of: $0) }).union(["scooter"])
        let lists: [[String]] = [
            VehicleState.allCases.map(\.name), Measurement.State.allCases.map(\.rawValue),
            VehicleColumn.allCases.map(\.name), Quantity.allCases.map(\.label),
            VehicleEvent.Kind.allCases.map(\.label),
            [VehicleEvent.Basis.observed, .inferred].map(\.rawValue),
            AttentionGroup.allCases.map(\.title), AlertKind.groups.map(\.name),
            AlertKind.all.map { $0.name.replacing("_", with: " ") },
            AuditAction.allCases.map { $0.rawValue.replacing("_", with: " ") },
            Role.allCases.map(\.rawValue), TokenScope.allCases.map(\.rawValue),
            CheckRule.allCases.flatMap { [$0.problem, $0.reason, $0.remedy] },
            statuses.map(\.reasonPhrase), ["Insufficient Storage", "(machine)"], tones,
            Array(feedWords),
        ]
        return Set(lists.flatMap(\.self)).union(CoreWords.all)
    }()

    @Test("A translation has the values, the tags and the elements of its text")
    func values() {
        for (tag, file) in LanguageFile.all {
            let texts =
                file.templates.map { ($0, [$1]) }
                + (Array(file.program) + Array(file.scripts)).map { english, translation in
                    switch translation {
                    case .text(let text): (english, [text])
                    case .plural(let one, let other): (english, [one, other])
                    }
                }
            for (english, translations) in texts {
                for text in translations {
                    let parts = { (text: String) in
                        text.matches(of: /\{\d\}|\{\{[^}]*\}\}|<[^>]*>/).map { String($0.0) }
                            .sorted()
                    }
                    #expect(parts(text) == parts(english), "\(tag): \(english)")
                    #expect(!text.contains("\"") || english.contains("\""), "\(tag): \(english)")
                    #expect(!text.isEmpty, "\(tag): \(english)")
                }
            }
        }
    }

    @Test("A browser gets the language that it prefers among those that there are")
    func preferred() {
        let tag = { (field: String) in
            Language.preferred(acceptLanguage: field, Language.tagged)?.tag
        }
        #expect(tag("de-AT,de;q=0.9,en;q=0.8") == "de")
        #expect(tag("fr, en;q=0.5, de;q=0.7") == "de")
        #expect(tag("en-GB,de;q=0.9") == "en")
        #expect(tag("tlh") == nil)
        #expect(tag("de;q=0, en;q=0.1") == "en")
    }
}
