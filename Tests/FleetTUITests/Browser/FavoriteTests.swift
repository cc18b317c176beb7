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
        #expect(drive.screen[1] == " 1 of 119 vehicles  ▼ favorites")
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
}
