import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import FleetServer

@Suite("Paths, hosts and users of the machine")
struct MachineSecretTests {
    /// Failures whose texts have a part of the machine.
    private static let samples: [FeedFailure] = [
        FeedFailure(
            .store(
                .databaseUnavailable("could not connect to server at secret-host as secret-user")),
            at: "postgres://secret-user@secret-host/fleet"),
        FeedFailure(
            .store(.storeUnusable("cannot write the store /home/secret-user/x: full")), at: "demo"),
        FeedFailure(.store(.notStored("/home/secret-user/x")), at: "/home/secret-user/x"),
        FeedFailure(.machine(.fileNotFound), at: "/home/secret-user/feed.json"),
        FeedFailure(.machine(.fileUnreadable("permission denied")), at: "of-secret-user.json"),
        FeedFailure(.access(.sealedCredentials("the key in /etc/secret-user/key")), at: "demo"),
        FeedFailure(.access(.badCredentials("cannot read /home/secret-user/c.json")), at: "demo"),
        FeedFailure(
            .network(.proxy("the proxy secret-host:3128 cannot be reached")),
            at: "https://a.example"),
    ]

    @Test(
        "are on no page and in no document of the API of a viewer, but an administrator sees them",
        arguments: samples.indices)
    func failures(index: Int) async throws {
        let failure = Self.samples[index]
        let server = try await ServedTeam([("demo", [Vehicle(id: "a")]), ("other", [])])
        let environment = server.server.environment
        for source in server.sources.all {
            let info = environment.sources.states(of: source).vehicles?.info
            server.sources.set(
                .failed(failure, retryAt: nil, attempt: 2, source.name == "demo" ? info : nil),
                of: source.uuid)
        }
        server.sources.setOutcome(.failure(.stopped))
        let viewer = try await server.visitor("ana", .viewer)
        let routes = server.server.routes(
            ErrorRenderer(
                pages: environment.pages, now: environment.now, metrics: environment.metrics))
        let paths = routes.methods.filter { $0.value.contains(.get) }.keys
            .filter { !$0.hasSuffix("/events") }
        #expect(paths.count > 50)
        var causes = 0
        for path in paths.sorted() {
            let target = path.replacing(":source", with: "demo")
                .replacing(/:[a-z]+/, with: "a")
            for query in ["", "?source=demo", "?source=other"] {
                let answer = try await viewer.get(target + query)
                #expect(!answer.text.contains("secret-"), "\(target)\(query)")
                if answer.text.contains(failure.withoutMachine(named: "demo").message) {
                    causes += 1
                }
            }
        }
        #expect(causes > 0)
        let root = try await server.visitor("root")
        #expect(try await root.get("/admin/sources").text.contains("secret-"))
    }

    @Test("are not in live messages", arguments: samples.indices)
    func live(index: Int) {
        let failure = Self.samples[index]
        let source = FixedSources.demo
        var live = LiveSource(source, SourceStates())
        let isNew = live.set(.stopped(failure, nil), of: .vehicles)
        #expect(isNew)
        for language in Language.all {
            let lines = live.state.lines(.rows, in: language)
            let text = lines.map { String(buffer: $0) } ?? ""
            #expect(text.contains("\"cause\"") && !text.contains("secret-"))
        }
    }

    @Test("are not in the answer to a refresh that fails", arguments: samples.indices)
    func refresh(index: Int) async throws {
        let failure = Self.samples[index]
        let server = try await ServedTeam([("demo", [Vehicle(id: "a")])])
        for error in [
            RefreshError.failed(failure, retryAt: nil),
            .backingOff(failure, until: Timestamp(seconds: 1_800_000_060)),
        ] {
            server.sources.setOutcome(.failure(error))
            let ana = try await server.visitor("root")
            let answer = try await ana.send(
                .post, "/api/v1/sources/demo/refresh", json: "")
            #expect(answer.status >= 500)
            #expect(!answer.text.contains("secret-"), "\(answer.text)")
        }
    }
}

extension FixedSources {
    /// A source of a simulation.
    fileprivate static var demo: PolledSource {
        let uuid = UUID(sourceName: "demo")
        return PolledSource(
            name: "demo", aliases: [],
            source: Source(location: .simulation("sim://demo"), uuid: uuid),
            vehicles: SourceKey(uuid))
    }
}
