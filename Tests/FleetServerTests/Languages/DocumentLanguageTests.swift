import FleetCore
import FleetService
import FleetTestSupport
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("Languages of documents for programs") struct DocumentLanguageTests {
    /// A server with a vehicle of a low battery, whose source cannot be read.
    private func served() async throws -> ServedTeam {
        var vehicle = Vehicle(id: "v")
        vehicle.color = VehicleColor("red")
        vehicle.battery = Battery(percent: 5.5)
        vehicle.measurements = [Measurement(.tippedOver, .condition(true))]
        let served = try await ServedTeam([("demo", [vehicle])])
        let failure = FeedFailure(.service(.status(503)), at: "https://example.com")
        served.sources.set(
            .failed(failure, retryAt: nil, attempt: 1, nil), of: served.sources.all[0].uuid)
        return served
    }

    @Test(
        "Documents are in English, whatever language the browser prefers",
        arguments: [
            "/attention", "/attention?since=8h", "/sources", "/sources/demo/vehicles",
            "/sources/demo/vehicles/v", "/sources/demo/vehicles?format=csv",
            "/sources/demo/vehicles?min_battery=1&format=geojson", "/sources/demo/feed",
            "/events/log",
        ])
    func english(path: String) async throws {
        let root = try await served().visitor("root")
        var answers: [String] = []
        for fields in [[:], [.acceptLanguage: "de"]] as [HTTPFields] {
            let answer = try await root.get("/api/v1" + path, fields: fields)
            #expect(answer.status == 200)
            answers.append(answer.text)
        }
        #expect(answers[0] == answers[1])
    }

    @Test("Pages have the causes and the reasons in the language of the browser")
    func page() async throws {
        let root = try await served().visitor("root")
        let page = try await root.get("/attention", fields: [.acceptLanguage: "de"]).text
        #expect(page.contains("ehler des Dienstes bei https://example.com: HTTP-Status 503"))
        #expect(page.contains("umgekippt") && page.contains("5,5\u{A0}%"))
        #expect(page.contains("höchstens 20\u{A0}%"))
        let english = try await root.get("/attention").text
        #expect(english.contains("tipped over") && english.contains("at most 20%"))
    }
}
