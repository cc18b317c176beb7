import FleetCore
import Testing

@testable import FleetTUI

@Suite("The footers and the help name the right keys")
struct HintTests {
    @Test("no screen explains a key twice")
    func unique() {
        let screens: [any Screen.Type] = [
            VehicleListScreen.self, MapScreen.self, VehicleSheet.self, NotesScreen.self,
            SiteListScreen.self, SiteSheet.self, EventsScreen.self, FilterSheet.self,
        ]
        for screen in screens {
            let hints = screen.hints + Browser.commonHints(besides: screen.hints)
            for (index, hint) in hints.enumerated() {
                let others = hints[(index + 1)...].filter { hint.shares($0) }
                #expect(others.isEmpty, "\(screen.title): \(hint.keys)")
            }
        }
    }

    @Test("q is back on every screen but the list")
    func back() {
        var driver = BrowserDriver.live()
        #expect(driver.screen[23].contains("q quit"))
        driver.press(.enter)
        #expect(driver.screen[23].contains("q back"))
    }

    @Test("Enter keeps a search and saves a note; the filter begins with the next section")
    func words() {
        var driver = BrowserDriver.live()
        driver.press(.character("/"))
        #expect(driver.screen[23].contains("Enter keeps the search, Esc cancels"))
        driver.press(.escape, .enter, .character("a"))
        #expect(driver.screen[23].contains("Enter saves, Esc cancels"))
        driver.press(.escape, .escape, .character("f"))
        #expect(driver.screen[23].contains("tab section"))
    }

    @Test("saved colors are cleared by a key")
    func savedColors() throws {
        let colors = try #require(ColorFilter(["red"]))
        let driver = BrowserDriver.live {
            $0.savedColors = colors
            $0.query.filter.color = colors
        }
        #expect(driver.screen[1].contains("color red (saved; c clears)"))
    }

    @Test("a terminal of 10×3 shows the selected vehicle")
    func tiny() {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 10, rows: 3))
        #expect(driver.screen[1].hasPrefix("▶ V-000"))
        driver.press(.down)
        #expect(driver.screen[1].hasPrefix("▶ V-001"))
    }
}
