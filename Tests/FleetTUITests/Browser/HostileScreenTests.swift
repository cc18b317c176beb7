import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("Screens survive hostile feeds and random input")
struct HostileScreenTests {
    private static let evil = [
        "A\u{1B}[2J\u{1B}]0;x\u{7}", "B\u{202E}cba", "C\u{301}\u{301}\u{301}", "D自行车🚲👩‍👩‍👧🇳🇴",
        "E\u{0}\r\n\t", "F" + String(repeating: "x", count: 10_000), "G\u{FE0F}", "\u{301}H",
        "I\u{200D}\u{200B}", "J" + String(repeating: "界", count: 2000),
    ]

    private var vehicles: [Vehicle] {
        Self.evil.map { id in
            var vehicle = Vehicle(id: id)
            vehicle.color = VehicleColor(id)
            vehicle.formFactor = id
            vehicle.typeID = id
            vehicle.stationID = id
            vehicle.currentRangeMeters = 1e300
            vehicle.battery = Battery(percent: .infinity)
            vehicle.position = Position(latitude: 90, longitude: -180)
            vehicle.lastReported = Timestamp(milliseconds: .min)
            return vehicle
        }
    }

    @Test(
        "no cell holds a control character or a lone combining mark, at any size",
        arguments: [(80, 24), (120, 40), (40, 12), (10, 4), (3, 2), (1, 1), (0, 0)])
    func safe(_ columns: Int, _ rows: Int) {
        var driver = BrowserDriver.live(vehicles, size: CanvasSize(columns: columns, rows: rows))
        let keys: [Key] = [
            .enter, .right, .down, .escape, .character("f"), .tab, .tab, .down, .escape,
            .character("m"), .tab, .enter, .escape, .escape, .character("?"), .escape,
            .character("n"), .down, .character("a"), .paste(Self.evil.joined()), .enter, .enter,
        ]
        driver.notes = zip(Self.evil, vehicles).enumerated().map { index, note in
            Note(
                number: Int64(index), vehicleID: note.0, text: note.0,
                createdAt: Timestamp(milliseconds: .min), position: note.1.position)
        }
        for key in keys {
            driver.press(key)
            let canvas = driver.browser.canvas
            #expect(canvas.size == CanvasSize(columns: columns, rows: rows))
            #expect(canvas.unsafeCharacters == [])
        }
    }

    @Test("the browser draws after any sequence of keys, states and sizes", arguments: 0..<10)
    func anything(_ seed: UInt64) {
        var random = SeededRandom(seed)
        var driver = BrowserDriver.live(Fleets.town(100))
        driver.notes = NotesTests.notes(40)
        let keys: [Key] = [
            .up, .down, .left, .right, .enter, .escape, .tab, .backTab, .pageUp, .pageDown, .home,
            .end, .backspace, .delete, .function(5), .paste("v\u{1B}-1"),
        ]
        for step in 0..<300 {
            switch random.next(upTo: 13) {
            case 0: driver.resize(random.next(upTo: 150), random.next(upTo: 50))
            case 1: driver.snapshot { $0.removeAll { _ in random.next(upTo: 9) == 0 } }
            case 2: driver.snapshot { $0 = Fleets.town(random.next(upTo: 130)) }
            case 3:
                let failure = FeedFailure(.network(.readTimeout(seconds: 30)), at: "x")
                driver.publish(.failed(failure, retryAt: driver.now, attempt: 9, driver.info))
            case 4: driver.wait(.seconds(random.next(upTo: 3)))
            case 12:
                driver.publishSiteSnapshot {
                    $0 = Array(Depots.town().prefix(random.next(upTo: 4)))
                }
            case 5, 6:
                let kinds: [Mouse.Kind] = [.press, .drag, .release, .wheelUp, .wheelDown]
                driver.mouse(
                    kinds[random.next(upTo: 5)], random.next(upTo: 150), random.next(upTo: 50))
            case 7, 8: driver.press(keys[random.next(upTo: keys.count)])
            default:
                let letters = Array("jkgGnNfmsSvc?/rpyhlq +-0xaadde")
                driver.press(.character(letters[random.next(upTo: letters.count)]))
            }
            // Drawing takes far longer than an event.
            guard step.isMultiple(of: 3) else { continue }
            #expect(driver.browser.canvas.size == driver.browser.canvasSize)
        }
    }
}

/// Generator of reproducible random numbers (SplitMix64).
private struct SeededRandom {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next(upTo bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)) % UInt64(bound))
    }
}
