import Foundation
import Testing

@Suite("Stations of feeds are sites", .slots)
struct SiteFeedTests {
    /// A join by another program of the two documents of stations.
    private static let join = """
        import json, sys
        known = {}
        for name in ["station_information", "station_status"]:
            with open(sys.argv[1] + "/" + name + ".json") as file:
                for station in json.load(file)["data"]["stations"]:
                    known.setdefault(str(station["station_id"]), {}).update(station)
        for id, station in sorted(known.items()):
            there = station.get("num_vehicles_available", station.get("num_bikes_available"))
            print(id, station.get("capacity"), there, sep="|")
        """

    @Test(
        "stations of every version are joined as another program joins them",
        arguments: ["1.0", "1.1", "2.0", "2.1", "2.2", "2.3", "3.0", "3.1-RC3"])
    func versions(version: String) async throws {
        let folder = FleetHome.fixture("gbfs/" + version)
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

    @Test("a service is asked once while its sites are good, and when it fails they are stale")
    func service() async throws {
        let site =
            #"{"station_id":"one","name":"One","temperature":50,"capacity":9},{"station_id":"two"}"#
        let server = try FeedServer { number, _ in
            number > 2 ? .status("500 Internal Server Error") : .text(Self.document(site))
        }
        let home = try FleetHome()
        let list = ["site", "list", "--source", server.address(), "--format", "json"]
        let first = try await home.run(list).succeeded()
        let count = ".sites[].num_vehicles"
        #expect(try await Tool.jq(count, first.data) == ["null", "null"])
        // The vehicles are another feed, which is asked for itself.
        try await home.run("list", "--source", server.address()).succeeded()
        let counted = try await home.run(list).succeeded()
        #expect(try await Tool.jq(count, counted.data) == ["2", "0"])
        #expect(server.requests.count == 2)
        try await home.age(seconds: 3000)
        let stale = try await home.run(list).succeeded()
        #expect(stale.talk.hasPrefix("warning: "))
        #expect(try await Tool.jq(".stale, .sites[0].name", stale.data) == ["true", "One"])
        #expect(try await home.run(list + ["--strict"]).status == 69)
    }

    @Test("a source without sites says so, and that is no failure")
    func none() async throws {
        let home = try FleetHome()
        try home.write(Feeds.vehicles("A"), to: "feed.json")
        let list = try await home.run("site", "list", "--source", "feed.json").succeeded()
        #expect(list.data.isEmpty)
        #expect(list.talk.contains("0 sites") && list.talk.contains("\nIt has no sites.\n"))
        let json = try await home.run(
            "site", "list", "--source", "feed.json", "--format", "json"
        ).succeeded()
        #expect(try await Tool.jq(".total, (.sites | length)", json.data) == ["0", "0"])
    }

    @Test("what a feed writes reaches the terminal without control characters")
    func hostile() async throws {
        let home = try FleetHome()
        let text = #"\u001b]0;x\u0007\u202e\r\n\u009b31m"#
        let site = """
            {"station_id":"\(text)","name":"\(text)","address":"\(text)","capacity":1e300,
            "temperature":1e308,"humidity":-1e308,"measurements":[{"quantity":"\(text)","value":1}]}
            """
        try home.write(Self.document(site), to: "feed.json")
        let id = "\u{1B}]0;x\u{7}\u{202E}\r\n\u{9B}31m"
        for words in [["list"], ["show", id], ["watch", "--count", "1"]] {
            let source = ["--source", "feed.json"]
            let run = try await home.run(["site"] + words + source).succeeded()
            let scalars = (run.text + run.talk).unicodeScalars.filter { $0 != "\n" }
            #expect(!scalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
            #expect(!scalars.contains("\u{202E}"))
            #expect(run.text.contains("\\u{1B}]0;x"))
        }
    }
}
