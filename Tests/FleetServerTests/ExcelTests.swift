import FleetCore
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Lists for Excel")
struct ExcelTests {
    @Test(
        "Each page with a list has a link to it for the Excel of the browser's language",
        arguments: ["/", "/sites", "/favorites", "/notes", "/events", "/v/demo/00123"])
    func links(page: String) async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "00123")])])
        try await server.loadSites(["00777"], server.sources.all[0])
        let ana = try await server.visitor("ana")
        let answer = try await ana.get(page, fields: [.acceptLanguage: "fr-FR,fr;q=0.9,en;q=0.8"])
        #expect(answer.status == 200 && answer.text.contains(">Excel</a>"))
        let link = try #require(answer.values("href").first { $0.contains("csv-locale=fr") })
        let list = try await ana.get(link.replacing("&amp;", with: "&"))
        #expect(list.status == 200)
        #expect(list.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        let header = String(decoding: list.bytes.dropFirst(3).prefix { $0 != 10 }, as: UTF8.self)
        #expect(header.contains(";") && !header.contains(","))
    }

    @Test("IDs are texts, and vehicles in several forms are several answers")
    func vehicles() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "00123"), Vehicle(id: "=1+1")])])
        let ana = try await server.visitor("ana")
        let path = "/api/v1/sources/demo/vehicles?format=csv"
        for _ in 1...2 {
            let plain = try await ana.get(path).text
            #expect(plain.contains("\n00123,") && plain.contains("\n'=1+1,"))
            let excel = try await ana.get(path + "&csv-locale=de").text
            #expect(
                excel.contains("\n\"=\"\"00123\"\"\";") && excel.contains("\n\"=\"\"=1+1\"\"\";"))
        }
    }

    @Test("An unknown language is refused with those that exist")
    func unknown() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "A")])])
        let ana = try await server.visitor("ana")
        let answer = try await ana.get("/api/v1/favorites?format=csv&csv-locale=xx")
        #expect(answer.status == 400)
        #expect(answer.text.contains("must be one of: cs, da, de, de-ch, en, es"))
    }
}
