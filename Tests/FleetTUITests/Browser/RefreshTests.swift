import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("Each refresh restarts the subscription once")
struct RefreshTests {
    private func refreshes(_ driver: BrowserDriver) -> Int {
        driver.effects.count { $0 == .refresh }
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

    @Test("four pulls at the top refresh once, and the pull springs back")
    func pull() {
        var driver = BrowserDriver.live()
        driver.press(.up, .up, .up)
        #expect(refreshes(driver) == 0)
        #expect(driver.text.contains("▰▰▰▱ keep pulling to refresh"))
        driver.press(.up, .up, .up, .up, .up)
        #expect(refreshes(driver) == 1)
        #expect(driver.text.contains("refreshing"))
        driver.wait(.seconds(2))
        #expect(!driver.text.contains("▰"))
    }

    @Test("a pull that stops halfway springs back without a refresh")
    func halfPull() {
        var driver = BrowserDriver.live()
        driver.mouse(.wheelUp, 5, 8)
        driver.mouse(.wheelUp, 5, 8)
        driver.wait(.seconds(2))
        driver.mouse(.wheelUp, 5, 8)
        driver.mouse(.wheelUp, 5, 8)
        #expect(driver.text.contains("▰▰▱▱"))
        driver.press(.down)
        #expect(!driver.text.contains("▰") && refreshes(driver) == 0)
    }

    @Test("the back-off counts down, and a stopped service shows how to restart it")
    func countdown() {
        var driver = BrowserDriver.live()
        let failure = FeedFailure(.simulatedServerError, at: "sim://demo")
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
    }

    @Test("Ctrl-Z requests a suspend")
    func suspend() {
        var driver = BrowserDriver.live()
        driver.press(.control("z"))
        #expect(driver.effects.last == .suspend)
    }
}
