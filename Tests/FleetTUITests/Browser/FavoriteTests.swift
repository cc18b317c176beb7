import FleetCore
import Testing

@testable import FleetTUI

@Suite("Favorites are marked, listed and toggled")
struct FavoriteTests {
    @Test("* adds, marks and lists the selected vehicle; * again removes it")
    func toggle() {
        var driver = BrowserDriver.live()
        driver.press(.down, .down, .character("*"))
        #expect(driver.favorites == ["V-002"])
        #expect(driver.screen[2] == "★ V-002 ● 74%")
        #expect(driver.screen.contains { $0.hasPrefix("▶★V-002") })
        driver.press(.character("*"))
        #expect(driver.favorites.isEmpty && !driver.text.contains("★"))
    }

    @Test("* pressed twice or four times before the list reloads cancels out", arguments: [2, 4])
    func twice(_ count: Int) {
        var driver = BrowserDriver.live()
        driver.readerResponds = false
        driver.clearEffects()
        driver.type(String(repeating: "*", count: count))
        #expect(driver.effects.count == count)
        #expect(driver.effects.allSatisfy { $0 == .write(.toggleFavorite(id: "V-000")) })
        driver.answerPending()
        #expect(driver.favorites.isEmpty && !driver.text.contains("★"))
    }

    @Test("* works in a vehicle, too")
    func inVehicle() {
        var driver = BrowserDriver.live()
        driver.press(.enter, .character("*"))
        #expect(driver.favorites == ["V-000"])
        #expect(driver.screen[2].contains("─ ★ V-000 "))
    }

    @Test("F shows only favorites, or all; a missing favorite stays in the favorites row")
    func alone() {
        var driver = BrowserDriver.live()
        driver.press(.character("*"), .down, .character("*"), .character("F"))
        #expect(driver.screen[1] == " 2 of 120 vehicles  ▼ favorites")
        driver.snapshot { $0.removeFirst() }
        #expect(driver.screen[1] == " 1 of 119 vehicles · 1 missing  ▼ favorites")
        #expect(driver.screen[2].hasPrefix("★ V-000 missing"))
        driver.snapshot { $0.insert(Fleets.town(1)[0], at: 0) }
        #expect(driver.screen[1] == " 2 of 120 vehicles  ▼ favorites")
        driver.press(.character("F"))
        #expect(driver.screen[1] == " 120 of 120 vehicles")
    }

    @Test("without favorites, F shows how to add one")
    func none() {
        var driver = BrowserDriver.live()
        driver.press(.character("F"))
        #expect(driver.screen[22].contains("no favorites yet; * adds the selected vehicle"))
    }

    @Test(
        "missing favorites come first in the row, and those that do not fit are counted"
    )
    func strip() {
        var driver = BrowserDriver.live()
        driver.favorites = driver.vehicles.prefix(8).map(\.id) + ["X-1", "X-2"]
        driver.snapshot()
        #expect(driver.screen[2].hasPrefix("★ X-1 missing   X-2 missing   V-000 ● 0%"))
        #expect(driver.screen[2].hasSuffix("   +5"))
        driver.favorites = (1...9).map { "GONE-\($0)" } + ["V-000"]
        driver.snapshot()
        #expect(driver.screen[2].hasPrefix("★ GONE-1 missing   GONE-2 missing "))
        #expect(driver.screen[2].hasSuffix("   +7, 6 missing"))
    }

    @Test("when all favorites are missing, the list names them")
    func allMissing() {
        var driver = BrowserDriver.live()
        driver.press(.character("*"), .down, .character("*"), .character("F"))
        driver.snapshot { $0.removeFirst(2) }
        #expect(driver.screen[1] == " 0 of 118 vehicles · 2 missing  ▼ favorites")
        #expect(driver.text.contains("All favorites are missing: V-000, V-001"))
        #expect(driver.text.contains("F shows all vehicles"))
        driver.favorites = (100...130).map { "X-\($0)" }
        driver.snapshot()
        #expect(driver.text.contains("X-111 and 19 more"))
        driver.press(.character("F"))
        #expect(driver.screen[1] == " 118 of 118 vehicles")
    }

    @Test("a filter that excludes all favorites is not reported as missing favorites")
    func filtered() {
        var driver = BrowserDriver.live()
        driver.press(.character("*"), .character("F"))
        driver.type("/v-1")
        #expect(driver.text.contains("None of the 120 vehicles match the filter:"))
    }

    @Test("the sheet of a missing favorite says so, and * removes it")
    func missingSheet() {
        for id in ["X-1", "x-1"] {
            var driver = BrowserDriver { $0.route = .vehicle(id) }
            driver.favorites = ["V-000", "X-1"]
            driver.snapshot()
            #expect(driver.screen[2].contains("─ ★ \(id) "))
            #expect(
                driver.text.contains("★ This favorite is missing from the feed."))
            #expect(driver.text.contains("* removes the favorite, Esc goes back to the list"))
            driver.press(.character("*"))
            #expect(driver.favorites == ["V-000"])
            #expect(driver.text.contains("No vehicle has this ID.") && !driver.text.contains("★ X"))
        }
    }
}
