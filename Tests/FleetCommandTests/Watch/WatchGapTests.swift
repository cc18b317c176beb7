import FleetTestSupport
import Foundation
import Testing

@Suite("A slow reader gets the number of lost events", .slots)
struct WatchGapTests {
    /// Returns a vehicles document with 12,000 vehicles, all reserved or none, and `other`.
    private func feed(reserved: Bool, other: Bool) -> String {
        let vehicles = (0..<12_000).map {
            #"{"id":"V\#($0)","is_reserved":\#(reserved),"is_disabled":false}"#
        }
        let last = #"{"id":"other","is_reserved":\#(other),"is_disabled":false}"#
        return #"{"vehicles":[\#((vehicles + [last]).joined(separator: ","))]}"#
    }

    /// Writes the document to the feed file.
    private func writeFeed(reserved: Bool, other: Bool, in home: FleetHome) throws {
        try home.write(feed(reserved: reserved, other: other), to: "feed.json")
    }

    /// A shell script that reads lines up to the first about one of the many vehicles, then pauses
    /// until the file `go` exists.
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

    @Test("Ten thousand lines are buffered, and a gap event counts the lost ones")
    func gap() async throws {
        let home = try await FleetHome.town(
            feed(reserved: false, other: false), ["--ids", "stable"])
        async let ended = home.shell(Self.reader)
        // An event of the other vehicle shows that the watch has compared the first snapshot.
        var other = false
        try await waitUntil("an event of the other vehicle") {
            other.toggle()
            try writeFeed(reserved: false, other: other, in: home)
            _ = try await home.runProgram("list", "--offline")
            return try home.files.contains("seen")
        }
        // Wait for the last event about it, so that the next change is reported alone.
        let last = other ? #""reserved""# : #""freed""#
        try await waitUntil("its last event") {
            home.text(of: "lines").split(separator: "\n").last?.contains(last) == true
        }
        try writeFeed(reserved: true, other: other, in: home)
        try await home.waitForFile(endingWith: "blocked")
        try writeFeed(reserved: false, other: other, in: home)
        // The watch keeps storing snapshots while its output is blocked.
        try await waitUntil("the last snapshot is stored") {
            try await home.run("list", "--offline", "--search", "V11999").text
                .contains("available")
        }
        try home.write("", to: "go")
        try await waitUntil("two gaps") {
            home.text(of: "lines").components(separatedBy: "lost_events").count == 3
        }
        try await home.shell("kill $(cat watch)").succeeded()
        _ = try await ended
        let reported = try await Tool.jq(
            #"select(.vehicle_id != "other") | [.event, .lost_events]"#, home.bytes(of: "lines"))
        let runs = reported.reduce(into: [(String, Int)]()) { runs, line in
            if runs.last?.0 == line { runs[runs.count - 1].1 += 1 } else { runs.append((line, 1)) }
        }
        #expect(
            runs.map { "\($0) × \($1)" } == [
                #"["reserved",null] × 10000"#, #"["gap",2000] × 1"#,
                #"["freed",null] × 10000"#, #"["gap",2000] × 1"#,
            ])
    }
}
