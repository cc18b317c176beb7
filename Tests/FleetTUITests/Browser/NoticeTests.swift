import FleetCore
import Testing

@testable import FleetTUI

@Suite("What was done is told to its end")
struct NoticeTests {
    private static let long = (1...30).map { "word\($0)" }.joined(separator: " ")

    @Test("a notice takes the rows that it needs, and as long as it takes to read")
    func long() {
        var drive = Drive.live()
        let before = drive.screen
        drive.send(.told(Self.long, isFailure: false))
        let after = drive.screen
        #expect(after[..<21] == before[..<21])
        #expect(after[21].hasPrefix(" word1 word2 ") && after[23].hasSuffix(" word30"))
        let words = after[21...].flatMap { $0.split(separator: " ") }
        #expect(words.joined(separator: " ") == Self.long)
        drive.wait(.seconds(9))
        #expect(drive.screen[21...] == after[21...])
        drive.wait(.seconds(12))
        #expect(drive.screen.last == before.last && !drive.text.contains("word"))
    }

    @Test("a short one takes one row for six seconds, with its spaces")
    func short() {
        var drive = Drive.live()
        let before = drive.screen
        drive.send(.told("a  b", isFailure: true))
        #expect(drive.screen[23] == " a  b" && drive.screen[..<23] == before[..<23])
        drive.wait(.seconds(5))
        #expect(drive.screen[23] == " a  b")
        drive.wait(.seconds(1))
        #expect(!drive.text.contains("a  b"))
    }

    @Test("on the smallest screens nothing is drawn beside them", arguments: 0..<6)
    func small(_ rows: Int) {
        var drive = Drive.live()
        drive.resize(12, rows)
        drive.send(.told(Self.long + "\u{1B}[2J" + Self.long, isFailure: true))
        #expect(drive.screen.count == rows)
        #expect(!drive.text.contains("\u{1B}"))
        #expect(rows < 2 || drive.text.contains("word1"))
    }
}
