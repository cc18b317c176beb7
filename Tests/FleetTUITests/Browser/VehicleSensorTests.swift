import FleetCore
import Testing

@testable import FleetTUI

@Suite("What the sensors of an open vehicle tell is shown as it goes on")
struct VehicleSensorTests {
    private func drive(_ measurements: [Measurement]) -> Drive {
        var vehicles = Fleets.town(12)
        vehicles[0].measurements = measurements
        var drive = Drive.live(vehicles)
        drive.press(.enter)
        return drive
    }

    @Test("a value that changed twice has its course beside it, one that did not has none")
    func courses() {
        var drive = drive([
            Measurement(.speed, .number(0)), Measurement(.temperature, .number(20)),
        ])
        for speed in [0, 3.5] {
            drive.snapshot { $0[0].measurements[0].value = .number(speed) }
            #expect(!drive.text.contains("▁"))
        }
        drive.snapshot { $0[0].measurements[0].value = .number(7) }
        #expect(drive.text.contains("7 m/s ←  ▁▅█"))
        drive.wait(.seconds(5))
        drive.snapshot()
        #expect(drive.text.contains("7 m/s  ▁▅█") && drive.text.contains("20 °C  "))
        for number in 0..<200 {
            drive.snapshot { $0[0].measurements[0].value = .number(Double(number)) }
        }
        let course = drive.browser.vehicleSheet?.courses.course(of: .speed)
        #expect(course == (140..<200).map { Double($0) })
        drive.press(.right, .left)
        #expect(drive.browser.vehicleSheet?.courses.course(of: .speed) == nil)
    }

    @Test("an alarm stands out by its style and a word")
    func alarm() throws {
        let drive = drive([Measurement(.tippedOver, .condition(true))])
        let row = try #require(drive.screen.firstIndex { $0.contains("yes (ALARM)") })
        let column = try #require(Array(drive.screen[row]).firstIndex(of: "("))
        #expect(drive.browser.canvas[column, row].style == .alarm)
    }
}
