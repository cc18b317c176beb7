import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("A refresh is asked for once")
struct RefreshTests {
    private func refreshes(_ drive: Drive) -> Int {
        drive.effects.count { $0 == .refresh }
    }

    @Test("r, F5 and Ctrl-R refresh on every screen")
    func keys() {
        for screen in ["", "m", "\n"] {
            for key in [Key.character("r"), .function(5), .control("r")] {
                var drive = Drive.live()
                for character in screen {
                    drive.press(character == "\n" ? .enter : .character(character))
                }
                drive.press(key)
                #expect(refreshes(drive) == 1)
            }
        }
    }

    @Test("hammering r before the service answers asks once")
    func hammering() {
        var drive = Drive.live()
        for _ in 0..<50 { drive.press(.character("r")) }
        #expect(refreshes(drive) == 1)
        drive.tell(.loading(drive.info))
        drive.press(.character("r"))
        #expect(refreshes(drive) == 2)
    }

    @Test("four pulls at the top refresh once, and the pull springs back")
    func pull() {
        var drive = Drive.live()
        drive.press(.up, .up, .up)
        #expect(refreshes(drive) == 0)
        #expect(drive.text.contains("▰▰▰▱ pull on to refresh"))
        drive.press(.up, .up, .up, .up, .up)
        #expect(refreshes(drive) == 1)
        #expect(drive.text.contains("refreshing"))
        drive.wait(.seconds(2))
        #expect(!drive.text.contains("▰"))
    }

    @Test("a pull that stops half-way springs back and refreshes nothing")
    func halfPull() {
        var drive = Drive.live()
        drive.mouse(.wheelUp, 5, 8)
        drive.mouse(.wheelUp, 5, 8)
        drive.wait(.seconds(2))
        drive.mouse(.wheelUp, 5, 8)
        drive.mouse(.wheelUp, 5, 8)
        #expect(drive.text.contains("▰▰▱▱"))
        drive.press(.down)
        #expect(!drive.text.contains("▰") && refreshes(drive) == 0)
    }

    @Test("the back-off counts down, and a stopped service says what begins anew")
    func countdown() {
        var drive = Drive.live()
        let failure = FeedFailure(.simulatedServerError, at: "sim://demo")
        drive.tell(.failed(failure, retryAt: drive.now + .seconds(5), attempt: 1, drive.info))
        #expect(drive.text.contains("Internal server error") && drive.text.contains("in 5 s"))
        drive.wait(.seconds(3))
        #expect(drive.text.contains("trying again in 2 s"))
        drive.tell(.failed(failure, retryAt: nil, attempt: 1, drive.info))
        drive.wait(.seconds(1))
        #expect(drive.text.contains("stopping in 4 s"))
        drive.tell(.stopped(failure, drive.info))
        #expect(drive.text.contains("stopped: r or a pull begins anew"))
        drive.press(.down)
        #expect(drive.screen.contains { $0.hasPrefix("▶ V-001") })
        drive.snapshot()
        #expect(!drive.text.contains("Internal server error"))
    }

    @Test("Ctrl-Z ends the subscription first")
    func halt() {
        var drive = Drive.live()
        drive.press(.control("z"))
        #expect(drive.effects.last == .halt)
    }
}
