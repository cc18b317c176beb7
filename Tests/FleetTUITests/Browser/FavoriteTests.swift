import FleetCore
import Testing

@testable import FleetTUI

@Suite("Favorites are at hand")
struct FavoriteTests {
    @Test("* keeps the chosen vehicle, marks it and shows it in the strip; * again does not")
    func toggle() {
        var drive = Drive.live()
        drive.press(.down, .down, .character("*"))
        #expect(drive.favorites == ["V-002"])
        #expect(drive.screen[2] == "★ V-002 ● 74%")
        #expect(drive.screen.contains { $0.hasPrefix("▶★V-002") })
        drive.press(.character("*"))
        #expect(drive.favorites.isEmpty && !drive.text.contains("★"))
    }

    @Test("* again before the list is made anew takes the first back")
    func twice() {
        var drive = Drive.live()
        drive.readerAnswers = false
        drive.press(.character("*"), .character("*"))
        #expect(
            drive.effects.suffix(2) == [.toggleFavorite(id: "V-000"), .toggleFavorite(id: "V-000")])
        drive.answerLate()
        #expect(drive.favorites.isEmpty && !drive.text.contains("★"))
    }

    @Test("* works in a vehicle too")
    func inVehicle() {
        var drive = Drive.live()
        drive.press(.enter, .character("*"))
        #expect(drive.favorites == ["V-000"])
        #expect(drive.screen[2].contains("─ ★ V-000 "))
    }

    @Test("F shows the favorites alone, and all again; the one that is away stays in the strip")
    func alone() {
        var drive = Drive.live()
        drive.press(.character("*"), .down, .character("*"), .character("F"))
        #expect(drive.screen[1] == " 2 of 120 vehicles  ▼ favorites")
        drive.snapshot { $0.removeFirst() }
        #expect(drive.screen[1] == " 1 of 119 vehicles · 1 away  ▼ favorites")
        #expect(drive.screen[2].hasPrefix("★ V-000 away"))
        drive.snapshot { $0.insert(Fleets.town(1)[0], at: 0) }
        #expect(drive.screen[1] == " 2 of 120 vehicles  ▼ favorites")
        drive.press(.character("F"))
        #expect(drive.screen[1] == " 120 of 120 vehicles")
    }

    @Test("without favorites, F says how to keep one")
    func none() {
        var drive = Drive.live()
        drive.press(.character("F"))
        #expect(drive.screen[23].contains("no favorites yet: * keeps the chosen vehicle"))
    }

    @Test(
        "those that are away come first in the strip, and those that it has no room for are counted"
    )
    func strip() {
        var drive = Drive.live()
        drive.favorites = drive.vehicles.prefix(8).map(\.id) + ["X-1", "X-2"]
        drive.snapshot()
        #expect(drive.screen[2].hasPrefix("★ X-1 away   X-2 away   V-000 ● 0%"))
        #expect(drive.screen[2].hasSuffix("   +5"))
        drive.favorites = (1...9).map { "AWAY-\($0)" } + ["V-000"]
        drive.snapshot()
        #expect(drive.screen[2].hasPrefix("★ AWAY-1 away   AWAY-2 away "))
        #expect(drive.screen[2].hasSuffix("   +6, 5 away"))
    }

    @Test("when all are away, the list of the favorites says so and names them")
    func allAway() {
        var drive = Drive.live()
        drive.press(.character("*"), .down, .character("*"), .character("F"))
        drive.snapshot { $0.removeFirst(2) }
        #expect(drive.screen[1] == " 0 of 118 vehicles · 2 away  ▼ favorites")
        #expect(drive.text.contains("All favorites are away: V-000, V-001"))
        #expect(drive.text.contains("F shows all vehicles again"))
        drive.favorites = (100...130).map { "X-\($0)" }
        drive.snapshot()
        #expect(drive.text.contains("X-111 and 19 more"))
        drive.press(.character("F"))
        #expect(drive.screen[1] == " 118 of 118 vehicles")
    }

    @Test("a filter that no favorite passes is told as a filter, not as if all were away")
    func filtered() {
        var drive = Drive.live()
        drive.press(.character("*"), .character("F"))
        drive.type("/v-1")
        #expect(drive.text.contains("None of the 120 vehicles passes the filter:"))
    }

    @Test("the sheet of a favorite that is away says so, and * keeps it no longer")
    func awaySheet() {
        for code in ["X-1", "x-1"] {
            var drive = Drive { $0.route = .vehicle(code) }
            drive.favorites = ["V-000", "X-1"]
            drive.snapshot()
            #expect(drive.screen[2].contains("─ ★ \(code) "))
            #expect(
                drive.text.contains("★ a favorite that is away: the feed does not have it now."))
            #expect(drive.text.contains("* keeps it no longer, esc goes back to the list"))
            drive.press(.character("*"))
            #expect(drive.favorites == ["V-000"])
            #expect(drive.text.contains("There is no such vehicle.") && !drive.text.contains("★ X"))
        }
    }
}
