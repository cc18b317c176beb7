import FleetTestSupport
import Testing

@Suite("A time zone that is none means UTC, which is said where it matters", .slots)
struct TimeZoneTests {
    private func home(_ zone: String) async throws -> FleetHome {
        let home = try FleetHome()
        let feeds = ["system_information", "free_bike_status"].map {
            #"{"name":"\#($0)","url":"\#($0).json"}"#
        }.joined(separator: ",")
        try home.write(
            #"{"data":{"system_id":"s","timezone":"\#(zone)"}}"#, to: "system_information.json")
        try home.write(#"{"data":{"bikes":[{"bike_id":"a"}]}}"#, to: "free_bike_status.json")
        try home.write(#"{"data":{"en":{"feeds":[\#(feeds)]}}}"#, to: "gbfs.json")
        _ = try await home.run("source", "add", "town", "gbfs.json", "--history", "30d").succeeded()
        _ = try await home.run("list", "--source", "town").succeeded()
        return home
    }

    @Test("in reports, histories and limits, but not in lists")
    func notice() async throws {
        let warning = "warning: CEST is no IANA time zone, so times are in UTC"
        let home = try await home("CEST")
        for line in [
            "report --source town", "history show a --source town",
            "limit add cap --source town --at-most 5 --indicator vehicle_cap", "limit show cap",
        ] {
            let run = try await home.run(line.split(separator: " ").map(String.init)).succeeded()
            #expect(run.errorLines.count { $0 == warning } == 1, "\(line)")
        }
        let list = try await home.run("list", "--source", "town").succeeded()
        #expect(!list.errorText.contains("CEST"))
    }

    @Test("A zone of IANA is used without a word")
    func known() async throws {
        let report = try await home("Europe/Oslo").run("report", "--source", "town").succeeded()
        #expect(!report.errorText.contains("zone"))
    }
}
