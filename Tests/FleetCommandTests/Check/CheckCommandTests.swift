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
        #expect(try leftOut(outcome) == ["not-in-folder 1", "other-language 2", "unknown 1"])
    }

    /// The reasons of a report in JSON for which documents are left out, with their numbers.
    private func leftOut(_ outcome: Outcome) throws -> [String] {
        let report = try outcome.json()
        let groups = try #require(report["left_out"] as? [[String: Any]])
        let counts = groups.compactMap { $0["count"] as? Int }
        let summary = report["summary"] as? [String: Any]
        #expect(summary?["leftOutCount"] as? Int == counts.reduce(0, +))
        return zip(groups, counts).map { "\($0["reason"] ?? "") \($1)" }.sorted()
    }

    private func writeFolder(_ documents: [String: String], _ discovery: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: home.path(of: "recorded"), withIntermediateDirectories: false)
        for (name, data) in documents { try home.write(data, to: "recorded/\(name).json") }
        try home.write(
            #"{"last_updated":"2026-01-31T11:59:00Z","ttl":60,"version":"3.0","data":\#(discovery)}"#,
            to: "recorded/gbfs.json")
        return home.path(of: "recorded")
    }

    private static let information =
        #"{"last_updated":"2026-01-31T11:59:00Z","ttl":60,"version":"3.0","data":{"system_id":"s","languages":["en"],"name":[{"text":"S","language":"en"}],"opening_hours":"24/7","feed_contact_email":"a@example.com","timezone":"Europe/Oslo"}}"#
    private static let vehicles =
        #"{"last_updated":"2026-01-31T11:59:00Z","ttl":60,"version":"3.0","data":{"vehicles":[]}}"#

    private func links(_ names: String...) -> String {
        let feeds = names.map { #"{"name":"\#($0)","url":"https://example.com/\#($0).json"}"# }
        return #"{"feeds":[\#(feeds.joined(separator: ","))]}"#
    }

    @Test("The documents that gbfs.json lists and a folder lacks are left out, and counted")
    func incompleteFolder() async throws {
        let folder = try writeFolder(
            ["system_information": Self.information, "vehicle_status": Self.vehicles],
            links(
                "gbfs", "system_information", "vehicle_status", "system_alerts", "system_regions"))
        let outcome = try await check(folder).succeeded()
        #expect(
            outcome.lines == [
                "GBFS 3.0: 3 documents, 2 left out, no findings in what was read"
            ])
        #expect(
            outcome.errorLines
                == ["note: left out: system_alerts, system_regions (not in the folder)"])
        #expect(try leftOut(try await check(folder, "--json")) == ["not-in-folder 2"])
    }

    @Test("A document in a folder that cannot be read is a finding; another file is left out")
    func unreadableFiles() async throws {
        let folder = try writeFolder(
            ["system_information": Self.information, "vehicle_status": Self.vehicles],
            links("system_information", "vehicle_status", "system_alerts"))
        for name in ["system_alerts", "remarks"] {
            let text = try #require(#"{"data":{"alerts":[]}}"#.data(using: .utf16))
            try text.write(to: URL(fileURLWithPath: folder + "/\(name).json"))
        }
        let outcome = try await check(folder, "--json")
        #expect(outcome.status == 1)
        #expect(try rules(outcome) == ["system_alerts document-unreadable"])
        #expect(try leftOut(outcome) == ["unreadable 1"])
    }

    @Test("A file under another name is none that is missing")
    func otherFileName() async throws {
        let folder = try writeFolder(
            ["system_information": Self.information, "recorded-vehicles": Self.vehicles],
            links("system_information", "vehicle_status"))
        let outcome = try await check(folder).succeeded()
        #expect(outcome.lines == ["GBFS 3.0: 3 documents, no findings"])
    }

    @Test("Lower versions, other languages and unknown names are left out")
    func leftOutOfLists() async throws {
        try home.write(
            #"{"last_updated":0,"ttl":0,"version":"2.2","data":{"versions":[{"version":"2.1","url":"old.json"},{"version":"2.2","url":"gbfs.json"}]}}"#,
            to: "gbfs_versions.json")
        try home.write(
            #"{"last_updated":0,"ttl":0,"version":"2.2","data":{"en":{"feeds":[{"name":"free_bike_status","url":"bikes.json"},{"name":"vehicle_status","url":"v.json"},{"name":"free_bike_status","url":"again.json"}]},"fr":{"feeds":[{"name":"free_bike_status","url":"bikes.json"},{"name":"vehicle_types","url":"types.fr.json"}]}}}"#,
            to: "gbfs.json")
        try home.write(#"{"data":{"bikes":[]}}"#, to: "bikes.json")
        let outcome = try await check(home.path(of: "gbfs_versions.json"), "--json")
        #expect(
            try leftOut(outcome) == [
                "lower-version 1", "other-address 1", "other-language 1", "other-version 1",
            ])
    }

    @Test("Of a document of MDS with pages, the further ones are left out")
    func pages() async throws {
        try home.write(
            #"{"version":"2.0.0","last_updated":1769860740000,"ttl":60000,"links":{"next":"https://example.com/vehicles?page=2"},"vehicles":[{"device_id":"d","provider_id":"p"}]}"#,
            to: "vehicles.json")
        let outcome = try await check(home.path(of: "vehicles.json"), "--json")
        #expect(try leftOut(outcome) == ["further-pages 1"])
    }

    @Test("An empty folder and a file that is no document have their own errors")
    func noDocuments() async throws {
        try FileManager.default.createDirectory(
            atPath: home.path(of: "empty"), withIntermediateDirectories: false)
        #expect(try await check(home.path(of: "empty")).status == 66)
        try home.write("[1]", to: "list.json")
        #expect(try await check(home.path(of: "list.json")).status == 65)
        try FileManager.default.createDirectory(
            atPath: home.path(of: "others"), withIntermediateDirectories: false)
        for name in ["a", "b"] { try home.write("[1]", to: "others/\(name).json") }
        try await check(home.path(of: "others")).failed(
            65,
            home.path(of: "others")
                + ": none of its files is a document of GBFS, or the vehicles of MDS",
            "name gbfs.json, another document of GBFS, or a folder with them")
    }

    @Test("A list of documents in a file is checked with all documents that it names")
    func file() async throws {
        let path = Project.fixture("gbfs/3.0/gbfs.json")
        let outcome = try await check(path, "--json")
        let files = try #require(try outcome.json()["files"] as? [[String: Any]])
        #expect(
            Set(files.filter { $0["exists"] as? Bool == true }.compactMap { $0["file"] as? String })
                == [
                    "gbfs.json", "gbfs_versions.json", "system_information.json",
                    "vehicle_types.json", "station_information.json", "station_status.json",
                    "vehicle_status.json",
                ])
        #expect(try leftOut(outcome) == [])
    }

    @Test("A document that a list in a file names, and that is not there, is a finding")
    func missingFile() async throws {
        try home.write(
            #"{"last_updated":"2026-01-31T11:59:00Z","ttl":60,"version":"3.0","data":{"feeds":[{"name":"system_information","url":"system_information.json"},{"name":"vehicle_status","url":"nowhere.json"}]}}"#,
            to: "gbfs.json")
        try home.write(Self.information, to: "system_information.json")
        let outcome = try await check(home.path(of: "gbfs.json"), "--json")
        #expect(outcome.status == 1)
        #expect(try rules(outcome).contains("vehicle_status document-unreadable"))
    }
}
