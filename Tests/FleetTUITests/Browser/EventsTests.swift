import FleetCore
import Testing

@testable import FleetTUI

@Suite("The events pane tells what happens")
struct EventsTests {
    /// A browser with the events in front, and snapshots compared by the detector itself.
    private static func live(
        size: CanvasSize = CanvasSize(columns: 80, rows: 24)
    ) -> Drive {
        var drive = Drive.live(Fleets.town(120), size: size)
        drive.press(.character("e"))
        return drive
    }

    /// One of each kind that single snapshots tell.
    private static func happen(_ drive: inout Drive) {
        drive.wait(.seconds(90))
        drive.snapshot { vehicles in
            vehicles[0].isReserved = true
            vehicles[1].isReserved = false
            vehicles[2].battery = Battery(percent: 12)
            vehicles[3].isDisabled = false
            vehicles[4].isDisabled = true
            vehicles[5].position = Position(latitude: 59.9, longitude: 10.6)
            vehicles[8].battery = Battery(percent: 91)
            vehicles[9].battery = Battery(percent: 60)
            vehicles.removeLast()
        }
        drive.wait(.seconds(30))
        drive.snapshot { $0.append(Vehicle(id: "NEW")) }
        drive.wait(.seconds(30))
    }

    @Test("the pane after two snapshots", arguments: ScreenTests.sizes)
    func screen(_ size: (Int, Int)) throws {
        var drive = Self.live(size: CanvasSize(columns: size.0, rows: size.1))
        Self.happen(&drive)
        drive.press(.down, .down)
        try expectScreen("events-\(size.0)x\(size.1)", drive)
    }

    @Test("nothing is compared before the pane is opened, and from then on each snapshot is")
    func begins() {
        var drive = Drive.live()
        drive.snapshot { $0[0].isReserved = true }
        func compared() -> Int {
            drive.effects.count { if case .compare = $0 { true } else { false } }
        }
        #expect(compared() == 0)
        drive.press(.character("e"))
        #expect(drive.text.contains("Nothing has happened yet."))
        #expect(drive.screen[2].contains("since at 1769860800"))
        drive.press(.escape)
        drive.snapshot { $0[0].isReserved = false }
        #expect(compared() == 2)
        drive.press(.character("e"))
        #expect(drive.screen[3].contains("freed") && drive.screen[3].contains("V-000"))
    }

    @Test("t turns through the kinds")
    func kinds() {
        var drive = Self.live()
        Self.happen(&drive)
        func rows() -> [String] {
            drive.screen[3...21].filter { $0.contains(" s ") || $0.contains(" min ") }
        }
        let all = rows().count
        drive.press(.character("t"))
        #expect(drive.screen[2].contains("Events · battery"))
        #expect(rows().allSatisfy { $0.contains("battery low") || $0.contains("battery charged") })
        let battery = rows().count
        drive.press(.character("t"))
        let movements = rows().count
        #expect(rows().allSatisfy { $0.contains("appeared") || $0.contains("moved") })
        drive.press(.character("t"))
        let states = rows().count
        #expect(battery > 0 && movements == 3 && states == 4 && battery + movements + states < all)
        drive.press(.character("t"))
        #expect(rows().count == all)
    }

    @Test("Enter opens the vehicle of a line")
    func open() {
        var drive = Self.live()
        drive.snapshot { $0[7].isReserved = true }
        drive.press(.enter)
        #expect(drive.screen[2].contains("─ V-007 "))
        drive.press(.escape)
        #expect(drive.screen[2].contains("Events"))
    }

    @Test("what is chosen stays chosen while others come; at the top the newest is followed")
    func follows() {
        var drive = Self.live()
        for number in 0..<3 { drive.snapshot { $0[number].isDisabled = true } }
        #expect(drive.screen[3].contains("▶") && drive.screen[3].contains("V-002"))
        drive.press(.down)
        drive.snapshot { $0[10].isDisabled?.toggle() }
        #expect(drive.screen[5].contains("▶") && drive.screen[5].contains("V-001"))
        drive.press(.character("g"))
        drive.snapshot { $0[12].isDisabled?.toggle() }
        #expect(drive.screen[3].contains("▶") && drive.screen[3].contains("V-012"))
    }

    @Test("Space has the lines stand still, counts what comes, and goes on")
    func pause() {
        var drive = Self.live()
        drive.snapshot { $0[0].isDisabled = true }
        drive.press(.character(" "))
        drive.snapshot { $0[1].isDisabled = true }
        #expect(drive.screen[2].contains("paused, 1 new"))
        #expect(drive.screen[3].contains("V-000"))
        drive.press(.character(" "))
        #expect(!drive.screen[2].contains("paused") && drive.screen[3].contains("V-001"))
    }

    @Test("the log is bounded, and says how much of it is gone and which snapshots it never saw")
    func bounds() {
        var log = EventLog()
        log.begin(at: Fleets.noon)
        var batch = EventBatch(at: Fleets.noon)
        batch.events = (0..<6000).map {
            VehicleEvent(.moved, .inferred, at: Fleets.noon, vehicleID: "V\($0)")
        }
        for _ in 0..<3 { log.take(EventNews(batch, missedSnapshots: 2)) }
        #expect(log.shown.count == EventLog.limit + 1)
        #expect(log.shown.last?.entry == .dropped(3 * 6001 - EventLog.limit))
        #expect(log.shown[6000].entry == .missed(2, at: Fleets.noon))
    }

    @Test("a turnover is one line")
    func turnover() {
        var drive = Self.live()
        var batch = EventBatch(at: drive.now)
        (batch.turnover.renamed, batch.turnover.went) = (90, 2)
        drive.send(.compared(EventNews(batch)))
        #expect(drive.screen[3].contains("turnover: 90 have another code, 2 went"))
    }
}
