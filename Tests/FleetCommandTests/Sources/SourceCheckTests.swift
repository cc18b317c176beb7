import FleetTestSupport
import Foundation
import Testing

@Suite("A source is checked before it is saved", .slots)
struct SourceCheckTests {
    private let home: FleetHome

    init() throws { home = try FleetHome() }

    private func source(_ arguments: String...) async throws -> Outcome {
        try await home.run(["source"] + arguments)
    }

    @Test("a JSON null is neither a vehicle feed nor a site feed, and is not added")
    func null() async throws {
        let home = try FleetHome()
        try home.write("null", to: "null.json")
        let path = home.path(of: "null.json")
        for arguments in [
            ["list", "--source", path], ["site", "list", "--source", path],
            ["source", "add", "town", path],
        ] {
            let result = try await home.run(arguments)
            #expect(result.status == 65)
            #expect(result.errorLines.first == "error: \(path): the JSON is only null, not a feed")
        }
        #expect(try await home.run("source", "show", "town").status == 66)
    }

    @Test(
        "A list of vehicles that is null is read as empty, and the check warns of it",
        arguments: [
            #"{"vehicles": null}"#, #"{"bikes": null}"#, #"{"data": {"bikes": null}}"#,
            #"{"version": "3.0", "data": {"vehicles": null}}"#,
        ])
    func nullList(document: String) async throws {
        try home.write(document, to: "feed.json")
        let add = try await source("add", "town", home.path(of: "feed.json")).succeeded()
        let warning = "the list of vehicles is null; it was read as an empty list"
        #expect(add.errorLines.contains { $0.hasSuffix(warning) }, "\(add.errorText)")
        try home.write(#"{"vehicles": []}"#, to: "feed.json")
        let empty = try await source("add", "city", home.path(of: "feed.json")).succeeded()
        #expect(!empty.errorText.contains("null"))
    }

    @Test(
        "The check says what the feed has",
        arguments: [
            (
                Project.folder + "/Fixtures/gbfs/2.3/gbfs.json", [],
                "GBFS 2.3, 12 vehicles, 4 sites, not known whether IDs rotate"
            ),
            (
                Project.folder + "/Fixtures/gbfs/2.3/gbfs.json", ["--ids", "stable"],
                "GBFS 2.3, 12 vehicles, 4 sites, stable IDs"
            ),
            ("sim://demo?vehicles=5541", [], "simulation, 5,541 vehicles, 2 sites, stable IDs"),
            ("sim://?vehicles=1", [], "simulation, 1 vehicle, 2 sites, stable IDs"),
        ] as [(String, [String], String)])
    func found(location: String, options: [String], text: String) async throws {
        let add = try await home.run(["source", "add", "s", location] + options).succeeded()
        #expect(
            add.errorLines == [
                "added s: \(location)", "found \(text)", "s is now the default source",
            ])
    }

    @Test("The first source that is added becomes the default, a later one does not")
    func firstIsDefault() async throws {
        try await source("add", "a", "sim://?vehicles=3").succeeded()
        let later = try await source("add", "b", "sim://?vehicles=4").succeeded()
        #expect(!later.errorText.contains("default"))
        #expect(try await home.run("count").succeeded().text == "3\n")
        try await source("remove", "a").succeeded()
        let next = try await source("add", "c", "sim://?vehicles=5").succeeded()
        #expect(next.errorLines.last == "c is now the default source")
        let replaced = try await source("add", "b", "sim://?vehicles=6", "--replace").succeeded()
        #expect(!replaced.errorText.contains("default"))
    }

    @Test(
        "A feed that cannot be read is not added, and nothing is written",
        arguments: [
            ("missing.json", 74, "no such file", "check the path"),
            ("http://127.0.0.1:1/gbfs.json", 69, "connection refused", "check that the service"),
            ("page.html", 65, "this is a web page, not a feed", "use a vehicles document"),
            ("other.json", 65, "no vehicles found", "use a vehicles document"),
        ] as [(String, Int32, String, String)])
    func unreadable(location: String, status: Int32, cause: String, hint: String) async throws {
        try home.write("<!DOCTYPE html><html></html>", to: "page.html")
        try home.write("{}", to: "other.json")
        let add = try await source("add", "s", location, "--header", "X-Key: hush")
        #expect(add.status == status)
        #expect(add.errorLines.count == 2)
        #expect(add.errorLines[0].contains(cause), "\(add.errorText)")
        #expect(add.errorLines[1].hasPrefix("hint: " + hint))
        #expect(add.errorLines[1].hasSuffix("; --no-check saves the source without reading it"))
        #expect(try !home.files.contains { $0.hasSuffix(".json") && $0.hasPrefix("pref") })
        #expect(try !home.files.contains("credentials.json"))
        try await source("add", "s", location, "--no-check").succeeded()
        #expect(try await source("show", "s").succeeded().lines.contains("default: yes"))
    }

    @Test(
        "A simulation with a wrong option is not added, not even without the check of its feed",
        arguments: [
            ("vehicles=many", "vehicles must be a whole number between 0 and 1000000"),
            ("vehicles=1000001", "vehicles must be a whole number between 0 and 1000000"),
            ("failure_rate=2", "failure_rate must be between 0 and 1"),
            ("seed", "seed has no value"),
            (
                "speed=2",
                "unknown parameter speed; use vehicles, seed, failure_rate, min_interval, "
                    + "max_interval or now"
            ),
        ])
    func simulations(query: String, cause: String) async throws {
        let location = "sim://demo?" + query
        for options in [[], ["--no-check"]] {
            let add = try await home.run(["source", "add", "s", location] + options)
            add.failed(64, "\(location): \(cause)", "check the address for typos")
        }
        #expect(try !home.files.contains { $0.hasSuffix(".json") && $0.hasPrefix("pref") })
        _ = try await source("add", "s", "sim://demo?seed=2").succeeded()
        let edit = try await source("edit", "s", location, "--no-check")
        edit.failed(64, "\(location): \(cause)", "check the address for typos")
        #expect(try await source("show", "s").succeeded().text.contains("sim://demo?seed=2"))
    }

    @Test("What the check loaded is stored, so that the next list makes no request")
    func firstSnapshot() async throws {
        let server = try TestServer { _, request in
            request.headers["x-key"] == "hush"
                ? .text(Feeds.longLived("A", "B")) : .status("403 Forbidden")
        }
        try await source("add", "s", server.address(), "--header", "X-Key: hush").succeeded()
        let count = server.requests.count
        #expect(try await home.run("list", "--json").succeeded().ids == ["A", "B"])
        try await home.run("site", "list").succeeded()
        #expect(server.requests.count == count)
        try await source("add", "t", server.address()).failed(
            77, "\(server.address()): access denied (HTTP status 403)",
            "give the source the operator's credentials, with --header, --bearer-env, "
                + "--oauth-token-url or --jwt-key of `fleet source add` or `fleet source edit`; "
                + "--no-check saves the source without reading it")
    }

    @Test("Sites that cannot be read are a warning beside vehicles")
    func brokenSites() async throws {
        let town = try await StationSystem()
        try town.damage("station_information")
        try town.damage("station_status")
        let add = try await town.home.run("source", "add", "again", "gbfs.json").succeeded()
        #expect(add.errorLines[0].hasPrefix("warning: the sites cannot be read: "))
        #expect(
            add.errorLines.contains("found GBFS 2.3, 1 vehicle, not known whether IDs rotate"))
        // They also locate the vehicles.
        #expect(add.errorLines.last?.hasPrefix("warning: station_information: ") == true)
    }

    @Test("A simulated failure is only a warning")
    func simulatedFailure() async throws {
        let add = try await source("add", "s", "sim://demo?failure_rate=1").succeeded()
        #expect(add.errorLines.count == 3)
        #expect(add.errorLines[0].hasPrefix("warning: "))
    }

    @Test("An edited location or credential is checked before anything changes")
    func editing() async throws {
        let server = try TestServer { _, request in
            request.headers["x-key"] == "hush"
                ? .text(Feeds.longLived("A", "B")) : .status("403 Forbidden")
        }
        try await source("add", "s", server.address("/a"), "--header", "X-Key: hush").succeeded()
        try await source("add", "t", "sim://?vehicles=3").succeeded()
        let before = home.text(of: "preferences.json")
        #expect(try await source("edit", "s", "missing.json").status == 74)
        #expect(try await source("edit", "t", server.address("/b")).status == 77)
        #expect(try await source("edit", "s", "--header", "X-Key: wrong").status == 77)
        #expect(home.text(of: "preferences.json") == before)
        let edited = try await source("edit", "s", server.address("/b")).succeeded()
        #expect(
            edited.errorLines == [
                "changed s", "found vehicles document, 2 vehicles, not known whether IDs rotate",
            ])
        let count = server.requests.count
        #expect(try await home.run("list", "--json").succeeded().ids == ["A", "B"])
        for text in ["changed s", "s is unchanged"] {
            let edited = try await source("edit", "s", "--color-of", "x=red").succeeded()
            #expect(edited.errorLines == [text])
        }
        #expect(try await source("edit", "s").succeeded().errorLines == ["s is unchanged"])
        try await source("edit", "s", server.address("/c"), "--no-check").succeeded()
        #expect(server.requests.count == count)
    }

    @Test("The credentials of a source are not sent to another origin that it is moved to")
    func movedOrigin() async throws {
        let server = try TestServer { _, _ in .text(Feeds.longLived("A")) }
        let other = try TestServer { _, _ in .text(Feeds.longLived("B")) }
        try await source("add", "s", server.address("/a"), "--header", "X-Key: hush").succeeded()
        for option in [[], ["--no-check"]] {
            try await home.run(["source", "edit", "s", other.address()] + option).failed(
                64, "the credentials of s are not for \(other.address())",
                "give those of the new address, or leave them out with "
                    + "`fleet source add s … --replace`")
        }
        #expect(other.requests.isEmpty)
        try await source("edit", "s", server.address("/b")).succeeded()
        try await source("edit", "s", other.address(), "--header", "X-Key: new").succeeded()
        #expect(other.requests.allSatisfy { $0.headers["x-key"] == "new" })
        #expect(!other.requests.isEmpty)
    }
}
