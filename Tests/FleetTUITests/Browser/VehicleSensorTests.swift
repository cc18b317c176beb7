import FleetCore
import Testing

@testable import FleetTUI

@Suite("The sensor values of an open vehicle are shown live")
struct VehicleSensorTests {
    private func driver(_ measurements: [Measurement]) -> BrowserDriver {
        var vehicles = Fleets.town(12)
        vehicles[0].measurements = measurements
        var driver = BrowserDriver.live(vehicles)
        driver.press(.enter)
        return driver
    }

    @Test("a value that changed twice has a trend, others have none")
    func trends() {
        var driver = driver([
            Measurement(.speed, .number(0)), Measurement(.temperature, .number(20)),
        ])
        for speed in [0, 3.5] {
            driver.snapshot { $0[0].measurements[0].value = .number(speed) }
            #expect(!driver.text.contains("▁"))
        }
        driver.snapshot { $0[0].measurements[0].value = .number(7) }
        #expect(driver.text.contains("7 m/s ←  ▁▅█"))
        driver.wait(.seconds(5))
        driver.snapshot()
        #expect(driver.text.contains("7 m/s  ▁▅█") && driver.text.contains("20 °C  "))
        for number in 0..<200 {
            driver.snapshot { $0[0].measurements[0].value = .number(Double(number)) }
        }
        let trend = driver.browser.vehicleSheet?.history.trend(of: .speed)
        #expect(trend == (140..<200).map { Double($0) })
        driver.press(.right, .left)
        #expect(driver.browser.vehicleSheet?.history.trend(of: .speed) == nil)
    }

    @Test("an alarm stands out by its style and a word")
    func alarm() throws {
        let driver = driver([Measurement(.tippedOver, .condition(true))])
        let row = try #require(driver.screen.firstIndex { $0.contains("yes (ALARM)") })
        let column = try #require(Array(driver.screen[row]).firstIndex(of: "("))
        #expect(driver.browser.canvas[column, row].style == .alarm)
    }
}
