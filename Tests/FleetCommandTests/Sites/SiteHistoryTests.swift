import FleetTestSupport
import Foundation
import Testing

@Suite("A history shows the sites at a past time", .slots) struct SiteHistoryTests {
    private func run(
        _ home: FleetHome, _ arguments: String..., at time: String = "14:00"
    ) async throws -> Outcome {
        try await home.run(arguments, environment: ["FLEET_NOW": "2026-01-31T\(time):00Z"])
    }

    /// Writes the status of stations, by their IDs, with the numbers of their vehicles.
    private func write(_ vehicles: KeyValuePairs<String, Int>, to home: FleetHome) throws {
        func put(_ stations: [String], in name: String) throws {
            try home.write(
                """
                {"last_updated":1763640000,"ttl":0,"version":"2.3","data":{"stations":
                [\(stations.joined(separator: ","))]}}
                """, to: name + ".json")
        }
        try put(
            vehicles.map { #"{"station_id":"\#($0.key)","name":"Quay \#($0.key)","capacity":9}"# },
            in: "station_information")
        try put(
            vehicles.map {
                """
                {"station_id":"\($0.key)","num_bikes_available":\($0.value),\
                "num_docks_available":\(9 - $0.value),"is_renting":\($0.value > 0)}
                """
            }, in: "station_status")
    }

    /// A home with the default source `docks` of stations only, with snapshots of 12:00, 12:05 and
    /// 13:00.
    private func docks() async throws -> FleetHome {
        let home = try FleetHome()
        let feeds = ["station_information", "station_status"]
            .map { #"{"name":"\#($0)","url":"\#($0).json"}"# }.joined(separator: ",")
        try home.write(
            #"{"version":"2.3","ttl":0,"data":{"en":{"feeds":[\#(feeds)]}}}"#, to: "gbfs.json")
        try write(["a": 0, "b": 4], to: home)
        _ = try await run(
            home, "source", "add", "docks", "gbfs.json", "--history", "30d", at: "12:00"
        ).succeeded()
        _ = try await run(home, "source", "use", "docks").succeeded()
        _ = try await run(home, "refresh", at: "12:00").succeeded()
        try write(["a": 3, "b": 4, "c": 9], to: home)
        _ = try await run(home, "refresh", at: "12:05").succeeded()
        try write(["a": 3, "c": 1], to: home)
        _ = try await run(home, "refresh", at: "13:00").succeeded()
        return home
    }

    @Test(
        "as the last document before had them; a warning and the document say that it is in a gap")
    func moments() async throws {
        let home = try await docks()
        let filter = #".sites[] | "\(.station_id)\(.num_vehicles)\(.num_docks_available)""#
        for (time, sites, isGap) in [
            ("12:00", ["a09", "b45"], false), ("2026-01-31 12:04:59", ["a09", "b45"], false),
            ("12:05", ["a36", "b45", "c90"], false), ("12:59", ["a36", "b45", "c90"], true),
            ("13:00", ["a36", "c18"], false), ("14:00", ["a36", "c18"], true),
        ] {
            let list = try await run(home, "site", "list", "--json", "--at", time).succeeded()
            #expect(try await Tool.jq(filter, list.data) == sites, "\(time)")
            #expect((try list.json()["gap"] != nil) == isGap, "\(time)")
            #expect(list.errorText.contains("warning: docks was not read") == isGap, "\(time)")
        }
        let list = try await run(home, "site", "list", "--at", "12:30", "--empty", "--json")
        #expect(try list.succeeded().json()["at"] as? String == "2026-01-31T12:30:00Z")
        #expect(try list.json()["data_at"] as? String == "2026-01-31T12:05:00Z")
        #expect(
            try list.json()["gap"] as? [String: String] == [
                "start": "2026-01-31T12:05:00Z", "end": "2026-01-31T13:00:00Z", "reason": "pause",
            ])
        #expect(try await Tool.jq(".sites | length", list.data) == ["0"])
        let table = try await run(home, "site", "list", "--at", "12:00", "--empty").succeeded()
        #expect(table.lines.count == 2 && table.lines[1].contains("Quay a"))
        #expect(table.errorText.contains("1 of 2 sites · as of 2026-01-31T12:00+00:00"))
    }

    @Test("A site has its numbers of then, and its name and capacity of today")
    func detail() async throws {
        let home = try await docks()
        let show = try await run(home, "site", "show", "quay a", "--at", "12:00").succeeded()
        #expect(show.lines.contains("capacity       9"))
        #expect(show.lines.contains("available      0"))
        #expect(show.lines.contains("renting        no"))
        #expect(show.lines.contains("as of          2026-01-31T12:00+00:00"))
        let json = try await run(home, "site", "show", "b", "--json", "--at", "12:30").succeeded()
        #expect(
            try await Tool.jq(".data_at, .gap.reason, .site.num_vehicles, .site.name", json.data)
                == ["2026-01-31T12:05:00Z", "pause", "4", "null"])
        _ = try await run(home, "site", "show", "c", "--at", "12:00").failed(
            66, "no site c in docks", "run `fleet site list` to see the sites")
    }

    @Test("A map of vehicles has the sites of then beside them")
    func map() async throws {
        let home = try FleetHome()
        let names = ["station_information", "station_status", "free_bike_status"]
        func put(_ data: String, in name: String) throws {
            try home.write(
                #"{"last_updated":1763640000,"ttl":0,"version":"2.3","data":{\#(data)}}"#,
                to: name + ".json")
        }
        func write(_ stations: [String]) throws {
            let information = stations.map {
                #"{"station_id":"\#($0)","name":"Quay \#($0)","lat":59.9,"lon":10.7}"#
            }
            let status = stations.map { #"{"station_id":"\#($0)","num_bikes_available":1}"# }
            try put(#""stations":[\#(information.joined(separator: ","))]"#, in: names[0])
            try put(#""stations":[\#(status.joined(separator: ","))]"#, in: names[1])
        }
        let feeds = names.map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        try put(#""en":{"feeds":[\#(feeds.joined(separator: ","))]}"#, in: "gbfs")
        try put(#""bikes":[{"bike_id":"v","lat":59.91,"lon":10.7}]"#, in: names[2])
        try write(["a", "b"])
        _ = try await run(
            home, "source", "add", "x", "gbfs.json", "--history", "30d", at: "12:00"
        ).succeeded()
        try write(["a", "b", "c"])
        _ = try await run(home, "refresh", "--source", "x", at: "12:05").succeeded()
        _ = try await run(home, "site", "list", "--source", "x", at: "12:05").succeeded()
        for (time, count) in [("12:04", 2), ("12:05", 3)] {
            let map = try await run(home, "map", "--plain", "--source", "x", "--at", time)
            #expect(map.succeeded().lines.contains("Sites: \(count)"), "\(time)")
            #expect(map.text.contains("Quay c") == (count == 3))
        }
        let gap = try await run(home, "map", "--plain", "--source", "x", "--at", "13:00")
        #expect(gap.succeeded().lines.contains("Sites: 3"))
        #expect(gap.errorText.components(separatedBy: "was not read").count == 2)
    }

    @Test("list and count show the past stations of a source without vehicles")
    func stationsOnly() async throws {
        let home = try await docks()
        let list = try await run(home, "list", "--at", "12:05").succeeded()
        #expect(list.lines.count == 4 && list.errorText.contains("as of 2026-01-31T12:05+00:00"))
        let count = try await run(home, "count", "--at", "12:05", "--format", "csv").succeeded()
        #expect(
            count.lines == [
                "stations,vehicles,docks,empty,full,not_installed,not_renting,not_returning",
                "3,16,11,0,1,0,0,0",
            ])
    }

    @Test("and says why there is none")
    func errors() async throws {
        let home = try await docks()
        let none = "docks has no history before 2026-01-31T12:00+00:00"
        for command in [["site", "list"], ["site", "show", "a"], ["list"]] {
            _ = try await home.run(
                command + ["--at", "11:59"], environment: ["FLEET_NOW": "2026-01-31T14:00:00Z"]
            ).failed(66, none, "use --at 2026-01-31T12:00+00:00, or a later time")
        }
        _ = try await run(home, "site", "list", "--at", "12:00", "--alarm").failed(
            64, "--alarm cannot be used with --at", "run `fleet site list --help`")
        #expect(try await run(home, "site", "list", "--at", "2026-02-01").status == 64)
        _ = try await run(home, "source", "edit", "docks", "--history", "off", "--yes").succeeded()
        _ = try await run(home, "site", "list", "--at", "12:00").failed(
            66, "the history of docks is off",
            "`fleet source edit docks --history 30d` keeps one from now on")
    }

    @Test("Sites without counts have those of the vehicles then")
    func parked() async throws {
        let home = try FleetHome()
        func write(_ stations: String...) throws {
            let vehicles = stations.enumerated().map {
                #"{"vehicle_id":"\#($0.offset)","station_id":"\#($0.element)"}"#
            }
            try home.write(
                """
                {"ttl":0,"vehicles":[\(vehicles.joined(separator: ","))],\
                "sites":[{"station_id":"one","name":"One"},{"station_id":"two"}]}
                """, to: "feed.json")
        }
        try write("one", "one")
        _ = try await run(home, "source", "add", "x", "feed.json", at: "11:00").succeeded()
        _ = try await run(home, "source", "edit", "x", "--history", "30d", at: "11:00").succeeded()
        _ = try await run(home, "refresh", at: "12:00").succeeded()
        _ = try await run(home, "site", "list", "--at", "12:00").failed(
            66, "x has no history of its sites yet",
            "`fleet site list` reads them, and keeps their changes from now on")
        _ = try await run(home, "site", "list", at: "12:01").succeeded()
        try write("two", "one", "two")
        _ = try await run(home, "refresh", at: "12:05").succeeded()
        for (time, counts) in [("12:01", ["2", "0"]), ("12:05", ["1", "2"])] {
            let list = try await run(home, "site", "list", "--json", "--at", time).succeeded()
            #expect(try await Tool.jq(".sites[].num_vehicles", list.data) == counts, "\(time)")
        }
    }
}
