import Foundation
import Testing

@Suite("A reader that is too slow is told what it missed", .slots)
struct WatchGapTests {
    /// A vehicles document of 12,000 vehicles, all reserved or none, and of one more.
    private func feed(reserved: Bool, other: Bool) -> String {
        let vehicles = (0..<12_000).map {
            #"{"id":"V\#($0)","is_reserved":\#(reserved),"is_disabled":false}"#
        }
        let last = #"{"id":"other","is_reserved":\#(other),"is_disabled":false}"#
        return #"{"vehicles":[\#((vehicles + [last]).joined(separator: ","))]}"#
    }

    /// Has the watch find a feed.
    private func feed(reserved: Bool, other: Bool, in home: FleetHome) throws {
        try home.write(feed(reserved: reserved, other: other), to: "feed.json")
    }

    /// Reads lines until one is of the many vehicles, then none until the file `go` is there.
    private static let reader = """
        sh -c 'echo $$ > watch; exec fleet watch --events --format ndjson --source town \
        --interval 0.02' | {
            while read -r line; do
                echo "$line"
                case $line in *V*) touch blocked; break ;; *) touch seen ;; esac
            done
            while [ ! -e go ]; do sleep 0.02; done
            cat
        } > lines
        """

    @Test("ten thousand lines wait for it, and a gap counts those that came then")
    func gap() async throws {
        let home = try await FleetHome.town(
            feed(reserved: false, other: false), ["--ids", "stable"])
        async let ended = home.shell(Self.reader)
        // The watch has compared a first snapshot when it tells of the other vehicle.
        var other = false
        while try !home.files.contains("seen") {
            other.toggle()
            try feed(reserved: false, other: other, in: home)
            _ = try await home.run("list", "--offline")
        }
        // What is written next comes alone, when the last of this was told.
        let last = other ? #""reserved""# : #""freed""#
        while try await !home.shell("tail -n 1 lines").text.contains(last) {}
        try feed(reserved: true, other: other, in: home)
        try await home.untilThereIs("blocked")
        try feed(reserved: false, other: other, in: home)
        // The watch goes on to store what it cannot write.
        while try await !home.run("list", "--offline", "--search", "V11999").text
            .contains("available")
        {}
        try home.write("", to: "go")
        while try await home.shell("grep -c lost_events lines").text != "2\n" {}
        try await home.shell("kill $(cat watch)").succeeded()
        _ = try await ended
        let told = try await Tool.jq(
            #"select(.vehicle_id != "other") | [.event, .lost_events]"#, home.bytes(of: "lines"))
        let runs = told.reduce(into: [(String, Int)]()) { runs, line in
            if runs.last?.0 == line { runs[runs.count - 1].1 += 1 } else { runs.append((line, 1)) }
        }
        #expect(
            runs.map { "\($0) × \($1)" } == [
                #"["reserved",null] × 10000"#, #"["gap",2000] × 1"#,
                #"["freed",null] × 10000"#, #"["gap",2000] × 1"#,
            ])
    }
}
