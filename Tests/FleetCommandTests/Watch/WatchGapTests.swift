import FleetTestSupport
import Foundation
import Testing

@Suite("A slow reader gets the number of lost events", .slots)
struct WatchGapTests {
    /// Returns a vehicles document with 10,500 vehicles, all reserved or none, `other`, and `last`
    /// if all changes of `other` are made.
    private func feed(reserved: Bool, other: Bool, isLast: Bool) -> String {
        let vehicles = (0..<10_500).map {
            #"{"id":"V\#($0)","is_reserved":\#(reserved),"is_disabled":false}"#
        }
        let others = [
            #"{"id":"other","is_reserved":\#(other),"is_disabled":false}"#, #"{"id":"last"}"#,
        ]
        let all = vehicles + others.prefix(isLast ? 2 : 1)
        return #"{"vehicles":[\#(all.joined(separator: ","))]}"#
    }

    /// Writes the document to the feed file.
    private func writeFeed(
        reserved: Bool, other: Bool, isLast: Bool = true, in home: FleetHome
    ) throws {
        try home.write(feed(reserved: reserved, other: other, isLast: isLast), to: "feed.json")
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
            feed(reserved: false, other: false, isLast: false), ["--ids", "stable"])
        async let ended = home.shell(Self.reader)
        // An event of the other vehicle shows that the watch has compared the first snapshot.
        var other = false
        try await waitUntil("an event of the other vehicle") {
            other.toggle()
            try writeFeed(reserved: false, other: other, isLast: false, in: home)
            _ = try await home.runProgram("list", "--offline", "--limit", "1")
            return try home.files.contains("seen")
        }
        // Wait until all changes are reported, so that the next one is reported alone.
        try writeFeed(reserved: false, other: other, in: home)
        try await waitUntil("the last vehicle") {
            home.text(of: "lines").contains(#""vehicle_id":"last""#)
        }
        try writeFeed(reserved: true, other: other, in: home)
        try await home.waitForFile(endingWith: "blocked")
        try writeFeed(reserved: false, other: other, in: home)
        // The watch keeps storing snapshots while its output is blocked.
        try await waitUntil("the last snapshot is stored") {
            try await home.run("list", "--offline", "--search", "V10499").text
                .contains("available")
        }
        try home.write("", to: "go")
        try await waitUntil("two gaps") {
            home.text(of: "lines").components(separatedBy: "lost_events").count == 3
        }
        try await home.shell("kill $(cat watch)").succeeded()
        _ = try await ended
        let reported = try await Tool.jq(
            #"select(.vehicle_id != "other" and .vehicle_id != "last") | [.event, .lost_events]"#,
            home.bytes(of: "lines"))
        let runs = reported.reduce(into: [(String, Int)]()) { runs, line in
            if runs.last?.0 == line { runs[runs.count - 1].1 += 1 } else { runs.append((line, 1)) }
        }
        #expect(
            runs.map { "\($0) × \($1)" } == [
                #"["reserved",null] × 10000"#, #"["gap",500] × 1"#,
                #"["freed",null] × 10000"#, #"["gap",500] × 1"#,
            ])
    }
}
