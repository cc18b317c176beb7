import FleetTestSupport
import Foundation
import Testing

@Suite("fleet check finds what is wrong in a source, a file and a folder", .slots)
struct CheckCommandTests {
    private let home: FleetHome
    private static let now = ["FLEET_NOW": "2026-01-31T12:00:00Z"]

    init() throws { home = try FleetHome() }

    private func check(_ arguments: String...) async throws -> Outcome {
        try await home.run(["check"] + arguments, environment: Self.now)
    }

    /// A system of GBFS 3.0 on a server, of whose documents some are replaced.
    private func server(
        _ replaced: [String: TestServer.Response] = [:], links: [String]? = nil
    ) throws -> TestServer {
        let documents = [
            "system_information":
                #"{"system_id":"s","languages":["en"],"name":[],"opening_hours":"24/7","feed_contact_email":"a@example.com","timezone":"Europe/Oslo"}"#,
            "vehicle_types":
                #"{"vehicle_types":[{"vehicle_type_id":"b","form_factor":"bicycle","propulsion_type":"human"}]}"#,
            "vehicle_status":
                #"{"vehicles":[{"vehicle_id":"v1","lat":59.91273,"lon":10.74609,"is_reserved":false,"is_disabled":false,"vehicle_type_id":"b"}]}"#,
        ]
        return try TestServer { _, request in
            let name = String(request.target.dropFirst().split(separator: ".").first ?? "")
            if let response = replaced[name] { return response }
            let origin = "http://\(request.headers["host"] ?? "")"
            let feeds = (links ?? documents.keys.sorted()).map {
                #"{"name":"\#($0)","url":"\#(origin)/\#($0).json"}"#
            }
            let data = documents[name] ?? #"{"feeds":[\#(feeds.joined(separator: ","))]}"#
            return .text(
                #"{"last_updated":"2026-01-31T11:59:00Z","ttl":60,"version":"3.0","data":\#(data)}"#,
                "ETag: \"1\"")
        }
    }

    /// The rules of a report in JSON, as `document rule`, without those about the time that this
    /// machine takes.
    private func rules(_ outcome: Outcome) throws -> [String] {
        let findings = try #require(try outcome.json()["findings"] as? [[String: Any]])
        return findings.map { "\($0["document"] ?? "") \($0["rule"] ?? "")" }
            .filter { !$0.hasSuffix("slow-response") }
    }

    @Test("All documents of a system are read, and one without errors ends with status 0")
    func system() async throws {
        let server = try server()
        let outcome = try await check(server.address("/gbfs.json"), "--json").succeeded()
        #expect(
            Set(try rules(outcome)) == [
                "gbfs not-https", "system_information not-https", "vehicle_types not-https",
                "vehicle_status not-https",
            ])
        #expect(
            server.requests.map(\.target) == [
                "/gbfs.json", "/vehicle_types.json", "/system_information.json",
                "/vehicle_status.json",
            ])
        let strict = try await check(server.address("/gbfs.json"), "--fail-on", "warning")
        #expect(strict.status == 1 && strict.errorText.isEmpty)
        #expect(strict.lines.last?.hasPrefix("GBFS 3.0: 4 documents, 0 errors, ") == true)
    }

    @Test("A saved source is checked by its name, with its credentials")
    func savedSource() async throws {
        let server = try TestServer { _, request in
            request.headers["x-key"] == "hush"
                ? .text(#"{"data":{"bikes":[]}}"#) : .status("403 Forbidden")
        }
        try await home.run(
            "source", "add", "town", server.address(), "--header", "X-Key: hush", "--no-check"
        ).succeeded()
        let outcome = try await check("town")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("error: last_updated is missing at /last_updated"))
        #expect(!outcome.text.contains("hush"))
        let other = try await home.run("check", "--source", server.address())
        #expect(other.status == 77)
    }

    @Test("A document that the service fails to send is a finding; the others are checked")
    func failingDocument() async throws {
        let server = try server(["vehicle_status": .status("503 Service Unavailable")])
        let outcome = try await check(server.address("/gbfs.json"), "--json")
        #expect(outcome.status == 1)
        #expect(try rules(outcome).contains("vehicle_status document-unreadable"))
        let files = try #require(try outcome.json()["files"] as? [[String: Any]])
        let file = try #require(files.first { $0["file"] as? String == "vehicle_status.json" })
        #expect(file["exists"] as? Bool == false && file["required"] as? Bool == true)
    }

    @Test("If the first document cannot be read, the check fails")
    func failingDiscovery() async throws {
        let server = try TestServer { _, _ in .status("500 Internal Server Error") }
        #expect(try await check(server.address("/gbfs.json")).status == 69)
        let page = try TestServer { _, _ in .text("<html>") }
        #expect(try await check(page.address("/gbfs.json")).status == 65)
        try await check("nowhere").failed(
            66, "no source or file named nowhere", "use one of: demo")
        try await check("sim://demo").failed(
            64, "a simulated fleet has no documents", "name a feed, a file or a folder")
    }

    @Test("A missing document is found where it is missing")
    func missingDocument() async throws {
        let server = try server(links: ["system_information", "vehicle_status"])
        let outcome = try await check(server.address("/gbfs.json"), "--json")
        #expect(try rules(outcome).contains("vehicle_types document-missing"))
    }

    @Test("The documents of a folder are checked together, other files are only noticed")
    func folder() async throws {
        try FileManager.default.createDirectory(
            atPath: home.path(of: "recorded"), withIntermediateDirectories: false)
        for name in [
            "free_bike_status", "vehicle_types", "gbfs", "system_information",
            "station_information", "station_status",
        ] {
            let text = try String(
                contentsOfFile: Project.fixture("gbfs/2.3/\(name).json"), encoding: .utf8)
            try home.write(text, to: "recorded/\(name).json")
        }
        try home.write("{}", to: "recorded/other.json")
        try home.write("x", to: "recorded/notes.txt")
        let outcome = try await check(home.path(of: "recorded"), "--json")
        let files = try #require(try outcome.json()["files"] as? [[String: Any]])
        #expect(files.filter { $0["exists"] as? Bool == true }.count == 6)
        let notices = try #require(try outcome.json()["notices"] as? [String])
        #expect(notices == ["other: not a document of GBFS, nor the vehicles of MDS"])
    }

    @Test("An empty folder and a file that is no document have their own errors")
    func noDocuments() async throws {
        try FileManager.default.createDirectory(
            atPath: home.path(of: "empty"), withIntermediateDirectories: false)
        #expect(try await check(home.path(of: "empty")).status == 66)
        try home.write("[1]", to: "list.json")
        #expect(try await check(home.path(of: "list.json")).status == 65)
    }

    @Test("A file is checked without following its links")
    func file() async throws {
        let path = Project.fixture("gbfs/3.0/gbfs.json")
        let outcome = try await check(path, "--json")
        let files = try #require(try outcome.json()["files"] as? [[String: Any]])
        #expect(
            files.filter { $0["exists"] as? Bool == true }.map { $0["file"] as? String } == [
                "gbfs.json"
            ])
    }
}
