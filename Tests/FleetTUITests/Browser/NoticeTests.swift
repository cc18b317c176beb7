import FleetCore
import Testing

@testable import FleetTUI

@Suite("A notice is shown in full")
struct NoticeTests {
    private static let long = (1...30).map { "word\($0)" }.joined(separator: " ")

    @Test("a long notice uses several rows and stays long enough to be read")
    func long() {
        var driver = BrowserDriver.live()
        let before = driver.screen
        driver.send(.notice(Self.long, isFailure: false))
        let after = driver.screen
        #expect(after[..<20] == before[..<20] && after[23] == before[23], "the keys stay visible")
        #expect(after[20].hasPrefix(" word1 word2 ") && after[22].hasSuffix(" word30"))
        let words = after[20...22].flatMap { $0.split(separator: " ") }
        #expect(words.joined(separator: " ") == Self.long)
        driver.wait(.seconds(9))
        #expect(driver.screen[20...] == after[20...])
        driver.wait(.seconds(3))
        #expect(driver.screen.last == before.last && !driver.text.contains("word"))
    }

    @Test("a short notice uses one row for four seconds and keeps its spaces")
    func short() {
        var driver = BrowserDriver.live()
        let before = driver.screen
        driver.send(.notice("a  b", isFailure: true))
        #expect(driver.screen[22] == " a  b" && driver.screen[..<22] == before[..<22])
        #expect(driver.screen[23] == before[23], "the keys stay visible")
        driver.wait(.seconds(3))
        #expect(driver.screen[22] == " a  b")
        driver.wait(.seconds(1))
        #expect(!driver.text.contains("a  b"))
    }

    @Test("a notice fits even the smallest screens", arguments: 0..<6)
    func small(_ rows: Int) {
        var driver = BrowserDriver.live()
        driver.resize(12, rows)
        driver.send(.notice(Self.long + "\u{1B}[2J" + Self.long, isFailure: true))
        #expect(driver.screen.count == rows)
        #expect(!driver.text.contains("\u{1B}"))
        #expect(rows < 2 || driver.text.contains("word1"))
    }
}
