import FleetCore
import Testing

@testable import FleetTUI

@Suite("Sheets are opened, used and closed by keys and by the mouse")
struct SheetTests {
    @Test("the colors that are chosen are kept, with their counts")
    func colors() throws {
        var drive = Drive.live()
        drive.press(.character("f"))
        #expect(drive.text.contains("[ ] ██ red"))
        let before = drive.browser.catalog.count
        drive.press(.character(" "))
        #expect(drive.text.contains("[x]"))
        #expect(drive.browser.catalog.count < before)
        let colors = drive.browser.query.filter.color
        #expect(drive.effects.last { if case .save = $0 { true } else { false } } == .save(colors))
        let counted = drive.vehicles.count { colors.matches($0.color) }
        #expect(drive.browser.catalog.count == counted)
        drive.press(.character(" "))
        #expect(drive.browser.query.filter.color == .all)
    }

    @Test("every count of the filter is that of the vehicles that pass it alone")
    func counts() {
        let drive = Drive.live()
        let sections = FilterSection.all(of: drive.browser.catalog.kinds, chosen: Filter())
        for choice in sections.flatMap(\.choices) {
            guard let count = choice.count else { continue }
            var filter = Filter()
            choice.want.toggle(in: &filter)
            #expect(drive.vehicles.count { filter.matches($0) } == count, "\(choice.label)")
        }
    }

    @Test("a click outside closes the filter, so does dragging it down; a short drag does not")
    func closing() {
        var drive = Drive.live()
        drive.press(.character("f"))
        drive.mouse(.press, 10, 3)
        #expect(drive.browser.router.current == .list)
        drive.press(.character("f"))
        let edge = drive.screen.firstIndex { $0.contains("━━━") }!
        drive.mouse(.press, 30, edge)
        drive.mouse(.drag, 30, edge + 2)
        #expect(drive.screen.firstIndex { $0.contains("━━━") } == edge + 2)
        drive.mouse(.release, 30, edge + 2)
        #expect(drive.screen.firstIndex { $0.contains("━━━") } == edge)
        drive.mouse(.press, 30, edge)
        drive.mouse(.drag, 30, edge + 7)
        drive.mouse(.release, 30, edge + 7)
        #expect(drive.browser.router.current == .list)
    }

    @Test("a click on a choice takes it")
    func click() throws {
        var drive = Drive.live()
        drive.press(.character("f"))
        let row = try #require(drive.screen.lastIndex { $0.contains("reserved") })
        let line = Array(drive.screen[row])
        let column = try #require(
            line.indices.first { String(line[$0...]).hasPrefix("reserved") })
        drive.mouse(.press, column, row)
        #expect(drive.browser.query.filter.states == [.reserved])
    }

    @Test("a click chooses a vehicle, a click on the chosen opens it, a click beside it closes it")
    func vehicleByMouse() {
        var drive = Drive.live(size: CanvasSize(columns: 120, rows: 40))
        drive.mouse(.press, 5, 8)
        #expect(drive.screen[8].hasPrefix("▶ V-005"))
        drive.mouse(.press, 5, 8)
        #expect(drive.text.contains("╭─ V-005 "))
        drive.mouse(.press, 5, 20)
        #expect(drive.browser.router.current == .list)
    }

    @Test("what a new snapshot changes of the open vehicle is shown at once, and marked")
    func liveDetail() {
        var drive = Drive.live()
        drive.press(.enter)
        #expect(drive.text.contains("battery        0%"))
        drive.snapshot { $0[0].battery = Battery(percent: 42) }
        #expect(drive.text.contains("battery        42% ←"))
        drive.wait(.seconds(5))
        drive.snapshot()
        #expect(drive.text.contains("42%") && !drive.text.contains("42% ←"))
        drive.snapshot { $0.removeFirst() }
        #expect(drive.text.contains("has gone") && drive.text.contains("42%"))
    }

    @Test("p writes, y copies, n and N go to the neighbors")
    func vehicleKeys() {
        var drive = Drive.live()
        drive.press(.down, .enter, .character("p"), .character("y"))
        #expect(drive.effects.contains(.writeQR(id: "V-001")))
        #expect(drive.effects.contains(.copy("V-001")))
        drive.press(.right, .right, .left)
        #expect(drive.screen[2].contains(" V-002 "))
    }

    @Test("a vehicle that does not fit scrolls to its end and no further")
    func scrolling() {
        var drive = Drive.live(size: CanvasSize(columns: 40, rows: 12))
        drive.press(.enter)
        #expect(!drive.text.contains("▀"))
        for _ in 0..<100 { drive.press(.down) }
        #expect(drive.screen[9].contains("▀") && drive.text.contains("↑"))
        drive.press(.home)
        #expect(drive.text.contains("V-000") && drive.text.contains("↓ more"))
    }
}
