import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("The list keeps what a person chose")
struct ListTests {
    private func chosen(_ drive: Drive) -> String? {
        drive.screen.first { $0.hasPrefix("▶") }.map { String($0.split(separator: " ")[1]) }
    }

    @Test("the selection follows its vehicle when others come before it")
    func selectionByID() {
        var drive = Drive.live()
        drive.press(.down, .down, .down)
        #expect(chosen(drive) == "V-003")
        let row = drive.screen.firstIndex { $0.hasPrefix("▶") }
        drive.snapshot { vehicles in
            for number in 0..<10 { vehicles.append(Vehicle(id: "A-\(number)")) }
        }
        #expect(chosen(drive) == "V-003")
        #expect(drive.screen.firstIndex { $0.hasPrefix("▶") } == row)
    }

    @Test("when the chosen vehicle goes, its place is taken by the next one")
    func goneVehicle() {
        var drive = Drive.live()
        drive.press(.down, .down, .down)
        drive.snapshot { $0.removeAll { $0.id == "V-003" } }
        #expect(chosen(drive) == "V-004")
        drive.press(.end)
        drive.snapshot { $0.removeLast(50) }
        #expect(chosen(drive) == "V-069")
    }

    @Test(
        "what is chosen while a list is being made stays chosen in it, near and far",
        arguments: [Key.down, .pageDown, .end])
    func movedMeanwhile(key: Key) {
        var drive = Drive.live()
        // All are at hand.
        drive.press(.end, .home)
        drive.readerAnswers = false
        drive.snapshot { $0.append(Vehicle(id: "A-1")) }
        drive.press(key)
        let wanted = chosen(drive)
        drive.answerLate()
        #expect(drive.screen[1] == " 121 of 121 vehicles")
        #expect(wanted != "V-000" && chosen(drive) == wanted)
    }

    @Test("who moves far while each list is made sees every second one")
    func alwaysMoving() {
        var drive = Drive.live()
        drive.press(.end, .home)
        drive.readerAnswers = false
        drive.snapshot { $0.append(Vehicle(id: "A-1")) }
        drive.press(.end)
        drive.answerOnce()
        #expect(drive.screen[1] == " 120 of 120 vehicles")
        drive.press(.home)
        drive.answerOnce()
        #expect(drive.screen[1] == " 121 of 121 vehicles")
    }

    @Test("every vehicle can be reached, by lines, pages and ends")
    func movement() {
        var drive = Drive.live()
        for _ in 0..<200 { drive.press(.character("j")) }
        #expect(chosen(drive) == "V-119")
        drive.press(.home)
        #expect(chosen(drive) == "V-000")
        drive.press(.pageDown)
        #expect(chosen(drive) == "V-019")
        drive.press(.character("G"), .pageUp)
        #expect(chosen(drive) == "V-100")
        drive.press(.character("g"), .control("d"), .control("u"))
        #expect(chosen(drive) == "V-000")
    }

    @Test(
        "before the list is read, the header says so with its number, and nothing is called empty")
    func notYetRead() {
        var drive = Drive()
        #expect(drive.screen[1] == " no vehicles yet")
        drive.readerAnswers = false
        drive.snapshot()
        #expect(drive.screen[1] == " reading 120 vehicles …")
        drive.send(.unread)
        #expect(drive.screen[1] == " reading 120 vehicles …" && !drive.text.contains("None"))
        drive.readerAnswers = true
        drive.snapshot()
        #expect(drive.screen[1] == " 120 of 120 vehicles")
    }

    @Test("an empty list is told by its own number until the next one is read")
    func outdated() {
        var drive = Drive.live([])
        drive.readerAnswers = false
        drive.snapshot { $0 = Fleets.town(120) }
        #expect(
            drive.text.contains("The feed has no vehicles now.") && !drive.text.contains("None"))
        drive.answerLate()
        #expect(drive.screen[1] == " 120 of 120 vehicles")
    }

    @Test("a search narrows with each letter, Esc gives it up, Enter keeps it")
    func search() {
        var drive = Drive.live()
        drive.type("/v-01")
        #expect(drive.screen[1].hasPrefix(" 10 of 120 vehicles"))
        drive.press(.backspace)
        #expect(drive.screen[1].hasPrefix(" 100 of 120 vehicles"))
        drive.press(.escape)
        #expect(drive.screen[1] == " 120 of 120 vehicles")
        drive.type("/v-01")
        drive.press(.enter, .down)
        #expect(chosen(drive) == "V-011")
        drive.press(.escape)
        #expect(chosen(drive) == "V-011" || chosen(drive) == "V-000")
        #expect(drive.screen[1] == " 120 of 120 vehicles")
    }

    @Test("a paste is searched for, without its control characters")
    func paste() {
        var drive = Drive.live()
        drive.type("/")
        drive.press(.paste("V-007\u{1B}[2J\n"))
        #expect(drive.browser.query.filter.search == "V-007[2J")
    }

    @Test("the lines and tabs of a paste become blanks, and none at its ends is searched for")
    func pastedLines() {
        var drive = Drive.live()
        drive.type("/")
        drive.press(.paste("\n\tcall\r\nthe depot\tnow\n\nor\rlater\r\n\t"))
        #expect(drive.browser.query.filter.search == "call the depot now  or later")
        drive.press(.paste("\nthen\n"))
        #expect(drive.browser.query.filter.search == "call the depot now  or later then")
        drive.press(.control("u"), .paste("\r\n"))
        #expect(drive.screen[23].contains(" / "))
    }

    @Test("when a vehicle reported is told however long ago it was, and for the future too")
    func reported() {
        var vehicles = Fleets.town(4)
        vehicles[0].lastReported = Fleets.noon - .seconds(100 * 86_400)
        vehicles[1].lastReported = Timestamp(milliseconds: 0)
        vehicles[2].lastReported = Fleets.noon + .seconds(600)
        let drive = Drive.live(vehicles, size: CanvasSize(columns: 120, rows: 24))
        for words in [" 3 mo ago", " 56 y ago", " in 10 min", " 2 min ago"] {
            #expect(drive.screen.count { $0.contains(words) } == 1, "\(words)")
        }
    }

    @Test("s sorts by one column after the other, c clears the filter")
    func sortAndClear() {
        var drive = Drive.live()
        drive.press(.character("s"))
        #expect(drive.browser.query.order == .battery)
        #expect(drive.text.contains("by battery"))
        #expect(chosen(drive) == "V-000")
        for _ in 0..<3 { drive.press(.character("s")) }
        #expect(drive.browser.query.order == .id)
        drive.press(.character("f"), .enter, .escape)
        #expect(drive.screen[1].contains("▼ color"))
        drive.press(.character("c"))
        #expect(drive.screen[1] == " 120 of 120 vehicles")
        #expect(drive.effects.contains(.save(.all)))
    }

    @Test("columns in which no vehicle has anything are left out")
    func knownColumns() {
        let bare = (0..<3).map { Vehicle(id: "B\($0)") }
        #expect(Drive.live(bare).screen[2] == "  id ▾    state")
    }

    @Test("a late answer to an older question is dropped")
    func late() {
        var drive = Drive.live()
        drive.readerAnswers = false
        drive.type("/v-11")
        drive.answerLate()
        #expect(drive.screen[1].hasPrefix(" 10 of 120 vehicles"))
        #expect(drive.screen[3].contains("V-110"))
    }

    @Test("snapshots that come faster than lists are made never keep the list from being shown")
    func fastSnapshots() {
        var drive = Drive.live()
        drive.readerAnswers = false
        drive.forgetEffects()
        for _ in 0..<5 { drive.snapshot { $0.append(Vehicle(id: "W-\($0.count)")) } }
        #expect(drive.effects.count == 1)
        drive.answerLate()
        #expect(drive.screen[1] == " 125 of 125 vehicles")
    }

    @Test("what could not be read is asked for again with the next state")
    func unread() {
        var drive = Drive.live()
        drive.readerAnswers = false
        drive.snapshot { $0.append(Vehicle(id: "W-1")) }
        drive.send(.unread)
        drive.readerAnswers = true
        #expect(drive.screen[1] == " 120 of 120 vehicles")
        drive.tell(.live(drive.info, nextAt: drive.now))
        #expect(drive.screen[1] == " 121 of 121 vehicles")
    }

    @Test("the list is read by windows as it scrolls")
    func windows() {
        var drive = Drive.live(Fleets.town(5000))
        drive.forgetEffects()
        drive.press(.character("G"))
        #expect(drive.screen[22].contains("V-999"))
        let read = drive.effects.compactMap { effect -> Range<Int>? in
            if case .read(let range, _) = effect { range } else { nil }
        }
        #expect(read == [4830..<5000])
    }
}
