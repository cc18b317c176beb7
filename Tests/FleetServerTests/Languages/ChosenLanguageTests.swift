import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("The language that a person chooses")
struct ChosenLanguageTests {
    private func language(
        of path: String, _ visitor: Visitor, preferring field: String
    ) async throws -> String? {
        let page = try await visitor.get(path, fields: [.acceptLanguage: field])
        return page.text.firstMatch(of: /<html lang="([a-z]+)">/).map { String($0.output.1) }
    }

    @Test(
        "The browser's is that of pages until the person chooses one, on the page or by a program")
    func chosen() async throws {
        let server = try await ServedTeam()
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        for (field, tag) in [("de-AT, en;q=0.5", "de"), ("fr, en", "en"), ("xx", "en")] {
            #expect(try await language(of: "/", ana, preferring: field) == tag)
            #expect(try await language(of: "/signin", server.stranger, preferring: field) == tag)
        }
        #expect(try await ana.post("/account/language", [("language", "de")]).status == 303)
        #expect(try await language(of: "/", ana, preferring: "en") == "de")
        #expect(try await language(of: "/nothing", ana, preferring: "en") == "de")
        #expect(try await language(of: "/", ben, preferring: "en") == "en")
        let page = try await ana.get("/account", fields: [.acceptLanguage: "en"]).text
        #expect(page.contains("<option value=\"de\" selected>Deutsch</option>"))
        let export = try await ana.get("/api/v1/export").json()
        #expect((export["account"] as? [String: Any])?["language"] as? String == "de")

        let session = "/api/v1/session"
        for (body, status) in [
            (#"{"language":"en"}"#, 204), (#"{"language":"xx"}"#, 400), ("{}", 422),
        ] {
            #expect(try await ana.send(.patch, session, json: body).status == status)
        }
        #expect(try await language(of: "/", ana, preferring: "de") == "en")
        #expect(try await ana.post("/account/language", [("language", "")]).status == 303)
        #expect(try await language(of: "/", ana, preferring: "de") == "de")
    }

    @Test("Problems are in the language of a browser, and in English for a token")
    func problems() async throws {
        let server = try await ServedTeam()
        let ana = try await server.visitor("ana")
        let program = try await server.program("bot", .member, .write)
        for (visitor, detail) in [
            (ana, "Unter dieser Adresse ist nichts, oder es ist für Sie nicht sichtbar."),
            (program, "There is nothing at this address, or you cannot see it."),
        ] {
            let answer = try await visitor.get(
                "/api/v1/sources/none/vehicles", fields: [.acceptLanguage: "de"])
            #expect(answer.status == 404)
            #expect(try answer.json()["detail"] as? String == detail)
        }
    }
}
