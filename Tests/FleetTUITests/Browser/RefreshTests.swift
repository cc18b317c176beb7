import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("Each refresh restarts the subscription once")
struct RefreshTests {
    private func refreshes(_ driver: BrowserDriver) -> Int {
        driver.effects.count { $0 == .refresh }
    }

    @Test("the header has the age of the data, not that of the request")
    func dataAge() {
        var driver = BrowserDriver.live()
        #expect(driver.screen[0].hasSuffix("● live · fetched 0 s ago"))
        driver.lastUpdated = Fleets.noon - .seconds(800 * 86_400)
        driver.snapshot()
        #expect(driver.screen[0].hasSuffix("● live · updated 2 y ago"))
        driver.resize(50, 20)
        #expect(driver.screen[0].hasSuffix("● live 2 y ago"))
    }

    @Test("r, F5 and Ctrl-R refresh on every screen")
    func keys() {
        for screen in ["", "m", "\n"] {
            for key in [Key.character("r"), .function(5), .control("r")] {
                var driver = BrowserDriver.live()
                for character in screen {
                    driver.press(character == "\n" ? .enter : .character(character))
                }
                driver.press(key)
                #expect(refreshes(driver) == 1)
            }
        }
    }

    @Test("pressing r repeatedly before the service responds refreshes once")
    func repeatedKeys() {
        var driver = BrowserDriver.live()
        for _ in 0..<50 { driver.press(.character("r")) }
        #expect(refreshes(driver) == 1)
        driver.publish(.loading(driver.info))
        driver.press(.character("r"))
        #expect(refreshes(driver) == 2)
    }

    @Test("the second pull at the top refreshes once, and the pull springs back")
    func pull() {
        var driver = BrowserDriver.live()
        driver.press(.up)
        #expect(refreshes(driver) == 0)
        #expect(driver.text.contains("▰▱ pull again to refresh"))
        driver.wait(.milliseconds(500))
        driver.press(.up)
        #expect(refreshes(driver) == 1)
        #expect(driver.text.contains("▰▰ refreshing"))
        for _ in 0..<5 {
            driver.wait(.milliseconds(500))
            driver.press(.up)
        }
        #expect(refreshes(driver) == 1)
        driver.wait(.seconds(4))
        #expect(!driver.text.contains("▰"))
    }

    @Test("the second turn of the wheel at the top refreshes once, of however many steps it is")
    func wheel() {
        var driver = BrowserDriver.live()
        for _ in 0..<6 { driver.mouse(.wheelUp, 5, 5) }
        #expect(driver.text.contains("↓ ▰▱ pull again to refresh") && refreshes(driver) == 0)
        driver.wait(.milliseconds(400))
        for _ in 0..<6 { driver.mouse(.wheelUp, 5, 5) }
        #expect(driver.text.contains("▰▰ refreshing") && refreshes(driver) == 1)
        driver.wait(.seconds(4))
        #expect(!driver.text.contains("▰") && driver.screen[3].hasPrefix("▶ V-000"))
    }

    @Test("a held key or a turning wheel that reaches the top does not refresh")
    func heldKey() {
        var driver = BrowserDriver.live()
        driver.press(.character("G"))
        for _ in 0..<300 {
            driver.wait(.milliseconds(33))
            driver.press(.up)
        }
        #expect(driver.screen.contains { $0.hasPrefix("▶ V-000") })
        #expect(!driver.text.contains("▰") && refreshes(driver) == 0)
        driver.press(.pageDown)
        for _ in 0..<60 {
            driver.wait(.milliseconds(100))
            driver.mouse(.wheelUp, 5, 8)
        }
        #expect(!driver.text.contains("▰") && refreshes(driver) == 0)
        // A new movement is the first pull, however long it lasts.
        driver.wait(.milliseconds(500))
        for _ in 0..<60 {
            driver.wait(.milliseconds(100))
            driver.mouse(.wheelUp, 5, 8)
        }
        #expect(driver.text.contains("▰▱ pull again to refresh") && refreshes(driver) == 0)
    }

    @Test("a single pull springs back without a refresh, at once if the list moves down")
    func singlePull() {
        var driver = BrowserDriver.live()
        driver.mouse(.wheelUp, 5, 8)
        driver.mouse(.wheelUp, 5, 8)
        driver.wait(.seconds(4))
        #expect(!driver.text.contains("▰"))
        driver.mouse(.wheelUp, 5, 8)
        #expect(driver.text.contains("▰▱"))
        driver.press(.down)
        #expect(!driver.text.contains("▰") && refreshes(driver) == 0)
    }

    @Test("the back-off counts down, and a stopped service shows how to restart it")
    func countdown() {
        var driver = BrowserDriver.live()
        let failure = FeedFailure(.service(.simulatedServerError), at: "sim://demo")
        driver.publish(.failed(failure, retryAt: driver.now + .seconds(5), attempt: 1, driver.info))
        #expect(driver.text.contains("Internal server error") && driver.text.contains("in 5 s"))
        driver.wait(.seconds(3))
        #expect(driver.text.contains("next attempt in 2 s"))
        driver.publish(.failed(failure, retryAt: nil, attempt: 1, driver.info))
        driver.wait(.seconds(1))
        #expect(driver.text.contains("stopping in 4 s"))
        driver.publish(.stopped(failure, driver.info))
        #expect(driver.text.contains("stopped; r restarts"))
        driver.press(.down)
        #expect(driver.screen.contains { $0.hasPrefix("▶ V-001") })
        driver.snapshot()
        #expect(!driver.text.contains("Internal server error"))
        #expect(driver.screen.contains { $0.hasPrefix("▶ V-001") }, "the selection stays")
    }

    @Test("Ctrl-Z requests a suspend")
    func suspend() {
        var driver = BrowserDriver.live()
        driver.press(.control("z"))
        #expect(driver.effects.last == .terminal(.suspend))
    }
}
