import FleetTestSupport
import Foundation
import Testing

@Suite("Stations of feeds are sites", .slots)
struct SiteFeedTests {
    /// An independent join of station_information and station_status, as a Python script.
    private static let join = """
        import json, sys
        known = {}
        for name in ["station_information", "station_status"]:
            with open(sys.argv[1] + "/" + name + ".json") as file:
                for station in json.load(file)["data"]["stations"]:
                    known.setdefault(str(station["station_id"]), {}).update(station)
        for id, station in sorted(known.items()):
            available = station.get("num_vehicles_available", station.get("num_bikes_available"))
            print(id, station.get("capacity"), available, sep="|")
        """

    @Test(
        "The stations of every GBFS version equal an independent join",
        arguments: ["1.0", "1.1", "2.0", "2.1", "2.2", "2.3", "3.0", "3.1-RC3"])
    func versions(version: String) async throws {
        let folder = Project.fixture("gbfs/" + version)
        let list = try await FleetHome().run(
            "site", "list", "--source", folder + "/gbfs.json", "--format", "json"
        ).succeeded()
        let filter = #".sites[] | "\(.station_id)|\(.capacity)|\(.num_vehicles_available)""#
        let joined = try await Tool.run(Tool.python, "-c", Self.join, folder)
        let expected = String(decoding: joined, as: UTF8.self)
            .replacing("None", with: "null").split(separator: "\n").map(String.init)
        #expect(!expected.isEmpty)
        #expect(try await Tool.jq(filter, list.data) == expected)
    }

    private static func document(_ sites: String) -> String {
        #"{"ttl":600,"vehicles":[{"id":"A","station_id":"one"},{"id":"B","station_id":"one"}],"#
            + #""sites":[\#(sites)]}"#
    }

    @Test("Sites are fetched once while fresh, and are stale when the service fails")
    func service() async throws {
        let site =
            #"{"station_id":"one","name":"One","temperature":50,"capacity":9},{"station_id":"two"}"#
        let server = try TestServer { number, _ in
            number > 2 ? .status("500 Internal Server Error") : .text(Self.document(site))
        }
        let home = try FleetHome()
        let list = ["site", "list", "--source", server.address(), "--format", "json"]
        let first = try await home.run(list).succeeded()
        let count = ".sites[].num_vehicles"
        #expect(try await Tool.jq(count, first.data) == ["null", "null"])
        // The vehicles are another feed with its own request.
        try await home.run("list", "--source", server.address()).succeeded()
        let counted = try await home.run(list).succeeded()
        #expect(try await Tool.jq(count, counted.data) == ["2", "0"])
        #expect(server.requests.count == 2)
        try await home.ageRequests(seconds: 3000)
        let stale = try await home.run(list).succeeded()
        #expect(stale.errorText.hasPrefix("warning: "))
        #expect(try await Tool.jq(".stale, .sites[0].name", stale.data) == ["true", "One"])
        #expect(try await home.run(list + ["--strict"]).status == 69)
    }

    @Test("A source without sites gives a message and no error")
    func none() async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("A"), to: "feed.json")
        let list = try await home.run("site", "list", "--source", "feed.json").succeeded()
        #expect(list.data.isEmpty)
        #expect(
            list.errorText.contains("0 sites")
                && list.errorText.contains("\nThe feed has no sites.\n"))
        let json = try await home.run(
            "site", "list", "--source", "feed.json", "--format", "json"
        ).succeeded()
        #expect(try await Tool.jq(".total, (.sites | length)", json.data) == ["0", "0"])
    }

    @Test("Control characters of a feed never reach the terminal")
    func hostile() async throws {
        let home = try FleetHome()
        let text = #"\u001b]0;x\u0007\u202e\r\n\u009b31m"#
        let site = """
            {"station_id":"\(text)","name":"\(text)","address":"\(text)","capacity":1e300,
            "temperature":1e308,"humidity":-1e308,"measurements":[{"quantity":"\(text)","value":1}]}
            """
        try home.write(Self.document(site), to: "feed.json")
        let id = "\u{1B}]0;x\u{7}\u{202E}\r\n\u{9B}31m"
        for arguments in [["list"], ["show", id], ["watch", "--count", "1"]] {
            let source = ["--source", "feed.json"]
            let run = try await home.run(["site"] + arguments + source).succeeded()
            let scalars = (run.text + run.errorText).unicodeScalars.filter { $0 != "\n" }
            #expect(!scalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
            #expect(!scalars.contains("\u{202E}"))
            #expect(run.text.contains("\\u{1B}]0;x"))
        }
    }
}
