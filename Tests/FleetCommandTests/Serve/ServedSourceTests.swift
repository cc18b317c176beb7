import FleetTestSupport
import Foundation
import Testing

@Suite("The sources that administrators add to a server", .slots)
struct ServedSourceTests {
    @Test("a simulation with a wrong option is refused with the reason, and nothing is saved")
    func simulations() async throws {
        let server = try await ServedHome()
        let token = try await server.token("root")
        func add(_ query: String) async throws -> String {
            let document = #"{"name":"s","location":"sim://demo?\#(query)"}"#
            return try await server.home.shell(
                "curl -s -H 'Authorization: Bearer \(token)' -H 'Content-Type: application/json' "
                    + "-d '\(document)' -w '%{http_code}' \(server.url)/api/v1/sources"
            ).succeeded().text
        }
        let refusals = [
            ("vehicles=1000001", "vehicles must be a whole number between 0 and 1000000."),
            ("speed=2", "unknown parameter speed; use vehicles, seed"),
        ]
        for (query, cause) in refusals {
            let answer = try await add(query)
            #expect(answer.hasSuffix("422") && answer.contains(cause), "\(answer)")
        }
        let list = try await server.home.run("source", "list").succeeded()
        #expect(!list.text.contains("speed") && !list.text.contains("1000001"))
        #expect(try await add("vehicles=5") == "204")
    }
}
