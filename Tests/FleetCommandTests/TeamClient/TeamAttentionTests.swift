import FleetTestSupport
import Testing

@Suite("What needs attention in a team's sources is that of the server", .slots)
struct TeamAttentionTests {
    private func entries(_ client: TeamClient) async throws -> [String] {
        let list = try await client.run(
            "attention", "--group", "battery", "--format", "csv", "--no-header", "--fields",
            "state,id,by")
        return list.succeeded().lines
    }

    @Test("a snooze of one person leaves the count of all, until another one ends it")
    func snooze() async throws {
        let server = try await ServedHome(settings: ["--low-battery", "100%"])
        let anna = try await server.client("anna")
        let root = try await server.client("root")
        let open = try await entries(anna)
        let first = try #require(open.first)
        let id = String(first.split(separator: ",")[1])
        _ = try await anna.run(
            "attention", "snooze", "battery", id, "--reason", "on its way", "--for", "2h"
        ).succeeded()
        let others = try await entries(root)
        #expect(others.count == open.count && !others.contains(first))
        #expect(others.contains("snoozed,\(id),anna"))
        _ = try await root.run("attention", "wake", "battery", id).succeeded()
        #expect(try await entries(anna) == open)
        #expect(try await root.run("attention", "wake", "battery", id).status == 66)
    }

    @Test("a taken vehicle is a task of the person, which the others see")
    func take() async throws {
        let server = try await ServedHome(settings: ["--low-battery", "100%"])
        let anna = try await server.client("anna")
        let root = try await server.client("root")
        let first = try #require(try await entries(anna).first)
        let id = String(first.split(separator: ",")[1])
        _ = try await anna.run("attention", "take", "battery", id).succeeded()
        #expect(try await entries(root).contains("taken,\(id),anna"))
        let tasks = try await root.run(
            "note", "list", "--task", "--format", "csv", "--no-header", "--fields",
            "vehicle_id,assignee")
        #expect(tasks.succeeded().lines == ["\(id),anna"])
        let past = try await root.run("attention", "--since", "8h", "--format", "json")
        #expect(past.succeeded().text.contains(#""state":"task""#))
    }
}
