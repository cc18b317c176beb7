import FleetCore
import FleetRuntimeTestSupport
import FleetTestSupport
import Foundation
import Synchronization
import Testing

@testable import FleetRuntime

@Suite("The catalogue of systems is downloaded, kept and renewed")
struct CatalogueTests {
    private let home: TestHome
    private let server: CatalogueServer

    init() throws {
        home = try TestHome()
        server = try CatalogueServer()
    }

    private func context() throws -> CommandContext {
        try home.context(["FLEET_CATALOGUE": server.http.address("/systems.csv")])
    }

    private func count(_ mode: CatalogueMode = .ifDue) async throws -> Int {
        try await CatalogueSource(in: context()).systems(mode).systems.count
    }

    private func copies() throws -> [String] {
        let folder = home.path + "/cache/catalogue"
        return try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    @Test("it is downloaded at the first search, and again when it is older than a week")
    func lifetime() async throws {
        #expect(try await count() == 8)
        #expect(try await count() == 8)
        home.advance(by: .seconds(7 * 86_400 - 1))
        #expect(try await count() == 8)
        #expect(server.http.requests.count == 1)
        home.advance(by: .seconds(2))
        server.body = CatalogueSample.header + "NO,New,Oslo,new,,https://h.example/,,,,\n"
        #expect(try await count() == 1)
        #expect(try await count() == 1)
        #expect(server.http.requests.count == 2)
        #expect(try copies().count == 1)
        #expect(home.messages.isEmpty)
    }

    @Test("a renewal is a conditional request, and an unchanged catalogue is good for another week")
    func conditional() async throws {
        server.entityTag = "\"e1\""
        #expect(try await count() == 8)
        #expect(try await count(.always) == 8)
        #expect(server.http.requests.last?.headers["if-none-match"] == "\"e1\"")
        home.advance(by: .seconds(5 * 86_400))
        #expect(try await count(.always) == 8)
        home.advance(by: .seconds(5 * 86_400))
        let catalogue = try await CatalogueSource(in: context()).systems()
        #expect(server.http.requests.count == 3)
        #expect(catalogue.readAt == (try context().now() - .seconds(5 * 86_400)))
    }

    @Test(
        "a damaged download keeps the copy and warns, and is not repeated for an hour",
        arguments: [
            ("<html>sign in</html>", "this is a web page, not a catalogue of systems"),
            ("a,b\n1,2\n", "this is not a catalogue of systems; it has no column Country Code"),
            (CatalogueSample.header, "the catalogue has no systems"),
            (String(CatalogueSample.csv.dropLast(40)), "the catalogue is incomplete"),
            (CatalogueSample.csv + "\u{1B}[2J", "the catalogue has control characters"),
            (CatalogueSample.csv + "NO,\"", "has a quote that is not closed"),
            ("", "the response is empty"),
            (String(repeating: "x", count: 17 << 20), "larger than 16 MiB"),
        ])
    func damaged(body: String, cause: String) async throws {
        #expect(try await count() == 8)
        home.advance(by: .seconds(8 * 86_400))
        server.body = body
        #expect(try await count() == 8)
        #expect(home.messages.contains(cause), "\(home.messages)")
        #expect(home.messages.contains("; using the catalogue of 8 d ago"))
        #expect(try await count() == 8)
        home.advance(by: .seconds(3599))
        #expect(try await count() == 8)
        #expect(server.http.requests.count == 2)
        server.body = CatalogueSample.csv
        home.advance(by: .seconds(2))
        #expect(try await CatalogueSource(in: context()).systems().readAt == (try context().now()))
        #expect(server.http.requests.count == 3)
    }

    @Test("a response that ends too early, an error and a closed port keep the copy")
    func broken() async throws {
        #expect(try await count() == 8)
        for failure in [CatalogueServer.Failure.short, .status, .reset] {
            server.failure = failure
            #expect(try await count(.always) == 8)
        }
        server.http.stop()
        #expect(try await count(.always) == 8)
        #expect(home.messages.split(separator: "\n").count { $0.hasPrefix("warning: ") } == 4)
    }

    @Test("without a copy, a failure is an error, and so is a search offline")
    func nothingKept() async throws {
        await #expect {
            try await count(.never)
        } throws: { ($0 as? CommandError)?.status == .unavailable }
        #expect(server.http.requests.isEmpty)
        server.body = "<html></html>"
        await #expect(
            throws: CatalogueError.damaged(.html, at: server.http.address("/systems.csv"))
        ) { try await count() }
        server.failure = .status
        await #expect {
            try await count()
        } throws: { ($0 as? CatalogueError)?.exitStatus == .unavailable }
    }

    @Test("offline, a copy of any age is used without a request; so it is if the clock went back")
    func offline() async throws {
        #expect(try await count() == 8)
        server.http.stop()
        home.advance(by: .seconds(400 * 86_400))
        #expect(try await count(.never) == 8)
        #expect(home.messages.isEmpty)
        home.advance(by: .seconds(-800 * 86_400))
        #expect(try await count(.never) == 8)
    }

    @Test("a copy that was damaged on the disk is downloaded again")
    func damagedCopy() async throws {
        #expect(try await count() == 8)
        let file = home.path + "/cache/catalogue/" + (try #require(try copies().first))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        try bytes.dropLast(3).write(to: URL(fileURLWithPath: file))
        #expect(try await count() == 8)
        #expect(server.http.requests.count == 2)
        #expect(server.http.requests[1].headers["if-none-match"] == nil)
    }

    @Test("a file is read each time and never copied; its damage is an error")
    func file() async throws {
        let file = try home.write(CatalogueSample.csv, to: "own.csv")
        for name in [file, "own.csv", "file://" + file] {
            let catalogue = try await CatalogueSource(in: home.context(["FLEET_CATALOGUE": name]))
                .systems(.never)
            #expect(catalogue.systems.count == 8 && catalogue.readAt == nil)
        }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/cache"))
        try home.write("a,b\n", to: "own.csv")
        await #expect {
            try await CatalogueSource(in: home.context(["FLEET_CATALOGUE": "own.csv"])).systems()
        } throws: { ($0 as? CatalogueError)?.exitStatus == .data }
    }

    @Test(
        "other values of FLEET_CATALOGUE are refused",
        arguments: ["-", "sim://demo", "ftp://h/x", "https://", "h.example/systems.csv"])
    func variable(value: String) async throws {
        await #expect {
            try await CatalogueSource(in: home.context(["FLEET_CATALOGUE": value])).systems()
        } throws: { ($0 as? CommandError)?.status == .usage }
    }

    @Test("a password and a key in the address are sent to it, and appear nowhere else")
    func secrets() async throws {
        let address = server.http.address("/systems.csv?token=hush")
            .replacing("http://", with: "http://user:pass@")
        let context = try home.context(["FLEET_CATALOGUE": address])
        let catalogue = try await CatalogueSource(in: context).systems()
        let request = try #require(server.http.requests.first)
        #expect(request.target == "/systems.csv?token=hush")
        #expect(request.headers["authorization"] == "Basic dXNlcjpwYXNz")
        server.body = ""
        _ = try await CatalogueSource(in: context).systems(.always)
        let file = home.path + "/cache/catalogue/" + (try #require(try copies().first))
        let texts = [
            catalogue.address, home.messages, try String(contentsOfFile: file, encoding: .utf8),
        ]
        for text in texts { #expect(!text.contains("hush") && !text.contains("pass@")) }
    }
}

@Suite("The requests of a server share one catalogue")
struct SharedCatalogueTests {
    private let home: TestHome
    private let server: CatalogueServer

    init() throws {
        home = try TestHome()
        server = try CatalogueServer()
    }

    private func shared(home folder: String? = nil) throws -> SharedCatalogue {
        var environment = ["FLEET_CATALOGUE": server.http.address("/systems.csv")]
        environment["FLEET_HOME"] = folder
        return try SharedCatalogue(in: home.context(environment))
    }

    @Test("requests at the same time wait for one download")
    func singleFlight() async throws {
        let catalogue = try shared()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { try await catalogue.systems().systems.count }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 8, count: 20))
        #expect(server.http.requests.count == 1)
    }

    @Test("it works without a folder for the copy, in memory")
    func memory() async throws {
        let catalogue = try shared(home: "/dev/null/none")
        for _ in 0..<3 { #expect(try await catalogue.systems().systems.count == 8) }
        #expect(server.http.requests.count == 1)
    }

    @Test("an old copy is used at once while it is downloaded again; a failure keeps it")
    func renewal() async throws {
        let catalogue = try shared()
        #expect(try await catalogue.systems().systems.count == 8)
        home.advance(by: .seconds(8 * 86_400))
        server.failure = .status
        #expect(try await catalogue.systems().systems.count == 8)
        try await waitUntil("a warning") {
            home.messages.contains("using the catalogue of 8 d ago")
        }
        server.failure = nil
        server.body = CatalogueSample.header + "NO,New,Oslo,new,,https://h.example/,,,,\n"
        home.advance(by: .seconds(3601))
        #expect(try await catalogue.systems().systems.count == 8)
        try await waitUntil("the new one") { try await catalogue.systems().systems.count == 1 }
        #expect(server.http.requests.count == 3)
    }

    @Test("a failed first download is an error, and the next request tries again")
    func failure() async throws {
        let catalogue = try shared()
        server.failure = .status
        await #expect(throws: CatalogueError.self) { try await catalogue.systems() }
        server.failure = nil
        #expect(try await catalogue.systems().systems.count == 8)
    }
}

/// A server of a catalogue whose answers a test changes.
private final class CatalogueServer: Sendable {
    enum Failure { case short, status, reset }

    private struct Answer {
        var body = CatalogueSample.csv
        var entityTag: String?
        var failure: Failure?
    }

    private let answer: Observed<Answer>
    let http: TestServer

    init() throws {
        let answer = Observed(Answer())
        self.answer = answer
        http = try TestServer { _, request in
            let now = answer.value
            let headers = now.entityTag.map { ["ETag: \($0)"] } ?? []
            switch now.failure {
            case .status: return .status("503 Service Unavailable")
            case .reset: return .init(isReset: true)
            case .short:
                return .init(
                    headers: headers, body: Array(now.body.utf8.dropLast(100)),
                    contentLength: now.body.utf8.count)
            case nil: break
            }
            if let tag = now.entityTag, request.headers["if-none-match"] == tag {
                return .init(status: "304 Not Modified", headers: headers)
            }
            return .init(headers: headers, body: Array(now.body.utf8))
        }
    }

    var body: String {
        get { answer.value.body }
        set { answer.change { $0.body = newValue } }
    }

    var entityTag: String? {
        get { answer.value.entityTag }
        set { answer.change { $0.entityTag = newValue } }
    }

    var failure: Failure? {
        get { answer.value.failure }
        set { answer.change { $0.failure = newValue } }
    }
}
