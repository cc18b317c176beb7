import FleetCore
import FleetService
import Testing

@testable import FleetTUI

@Suite("The browser without a screen prints numbered lines")
struct PlainBrowserTests {
    /// Returns a browser that has printed its first list, and these lines.
    private func start(
        _ vehicles: [Vehicle] = Fleets.town(120), _ change: (inout BrowserSetup) -> Void = { _ in }
    ) -> (BrowserDriver, [String]) {
        var driver = BrowserDriver.plain(vehicles, change)
        driver.snapshot()
        let lines = driver.takeLines()
        return (driver, lines)
    }

    /// Returns the numbers at the start of lines.
    private func numbers(_ lines: [String]) -> [Int] {
        lines.compactMap { line in
            line.contains(". ") ? Int(line.prefix { $0 != "." }) : nil
        }
    }

    @Test("the first lines say the keys, then come the vehicles of the first page")
    func first() {
        let (_, lines) = start()
        #expect(lines[0].hasPrefix("Type a key, then Enter: "))
        #expect(lines[2].hasPrefix("town · 120 of 120 vehicles · updated"))
        #expect(lines[3].hasPrefix("1. V-000, "))
        #expect(numbers(lines) == Array(1...10))
        #expect(lines.last == "1 to 10 of 120; Enter alone for the next page")
    }

    @Test("pages follow each other in both directions and end at the ends")
    func pages() {
        var (driver, _) = start(Fleets.town(25))
        #expect(driver.enter("-") == ["This is the first page."])
        #expect(numbers(driver.enter("")) == Array(11...20))
        let last = driver.enter("+")
        #expect(numbers(last) == Array(21...25) && last.last == "21 to 25 of 25, the last")
        #expect(driver.enter("") == ["This is the last page."])
        #expect(numbers(driver.enter("-")) == Array(11...20))
        #expect(numbers(driver.enter("l")) == Array(1...10))
    }

    @Test("every page of a large fleet is read before it is printed")
    func largeFleet() {
        var (driver, _) = start(Fleets.town(1000))
        for page in 1..<100 {
            #expect(numbers(driver.enter("")) == Array(10 * page + 1...10 * page + 10))
        }
        #expect(!driver.isWaiting)
    }

    @Test("a number or an ID opens the vehicle, whose details are the lines of the sheet")
    func details() {
        var (driver, _) = start()
        let opened = driver.enter("3")
        #expect(opened.first == "id: V-002" && opened.contains { $0.hasPrefix("battery: ") })
        #expect(driver.enter(" v  V-002 ") == opened)
        #expect(driver.enter("v nothing") == ["No vehicle has this ID."])
        #expect(driver.enter("99") == ["No item 99 in the last list."])
    }

    @Test("the choices of the filter are toggled by their numbers and cleared by c")
    func filter() throws {
        var (driver, _) = start()
        let choices = driver.enter("f")
        #expect(choices.first == "color:" && choices.contains("state:"))
        let red = try #require(choices.first { $0.contains(". red, ") })
        let number = try #require(numbers([red]).first)
        let filtered = driver.enter("\(number)")
        #expect(filtered[0].contains(" · color red · "))
        #expect(filtered.dropFirst().filter { $0.contains("V-") }.allSatisfy { $0.contains("red") })
        #expect(driver.enter("f").contains(red + ", selected"))
        let cleared = driver.enter("c")
        #expect(cleared.contains("cleared: color red") && numbers(cleared) == Array(1...10))
        #expect(cleared.contains { $0.hasPrefix("town · 120 of 120 vehicles") })
    }

    @Test("a search prints the matching vehicles, and an empty one ends it")
    func search() {
        var (driver, _) = start()
        let found = driver.enter("/V-11")
        #expect(found[0].hasPrefix("town · 10 of 120 vehicles") && found[1].hasPrefix("1. V-110, "))
        #expect(driver.enter("/zzz").contains { $0.hasPrefix("No vehicle matches the filter: ") })
        #expect(driver.enter("/")[0].hasPrefix("town · 120 of 120 vehicles"))
    }

    @Test("favorites and notes are about the open vehicle")
    func annotations() {
        var (driver, _) = start()
        #expect(driver.enter("*") == ["Open a vehicle first."])
        #expect(driver.enter("a flat tire") == ["Open a vehicle first."])
        _ = driver.enter("1")
        _ = driver.enter("*")
        #expect(driver.favorites == ["V-000"])
        #expect(driver.enter("1").last == "favorite: yes")
        _ = driver.enter("a flat tire")
        #expect(driver.notes?.map(\.text) == ["flat tire"])
        let notes = driver.enter("n")
        #expect(notes.count == 1 && notes[0].hasPrefix("1. note 1 about V-000, "))
        #expect(driver.enter("1") == ["note 1 about V-000", "flat tire"])
    }

    @Test("a new snapshot prints its events, of many only the first, and e lists them")
    func events() {
        var (driver, _) = start()
        driver.snapshot { $0.removeFirst() }
        let lines = driver.takeLines()
        #expect(lines.count == 1 && lines[0].hasPrefix("disappeared, V-000, "))
        #expect(driver.enter("e") == ["1. " + lines[0]])
        #expect(driver.enter("1").first == "No vehicle has this ID.")
        driver.snapshot { vehicles in
            for index in 0..<15 { vehicles[index].isDisabled = true }
        }
        let many = driver.takeLines()
        #expect(
            many.count <= PlainBrowser.maxEvents + 1
                && many.last?.hasSuffix("e lists events") == true)
        driver.snapshot()
        #expect(driver.takeLines().isEmpty)
    }

    @Test("events and their absence name the filter that selects them")
    func filteredEvents() {
        var (driver, _) = start()
        #expect(driver.enter("e") == ["No events yet."])
        _ = driver.enter("/V-00")
        #expect(driver.enter("e") == ["No events yet, “V-00”."])
        driver.snapshot { $0.removeFirst() }
        let lines = driver.takeLines()
        #expect(driver.enter("e") == ["Events, “V-00”:", "1. " + (lines.first ?? "")])
    }

    @Test("a new snapshot prints the values of the open vehicle that it changes, and no others")
    func openVehicle() {
        var (driver, _) = start()
        // Events are those of other vehicles.
        _ = driver.enter("/V-01")
        _ = driver.enter("v V-000")
        driver.snapshot { vehicles in
            vehicles[0].battery = Battery(percent: 42)
            vehicles[1].battery = Battery(percent: 7)
        }
        let changed = driver.takeLines()
        #expect(changed.count == 1 && changed[0].hasPrefix("V-000, battery: 42%, before "))
        driver.wait(.seconds(3600))
        driver.snapshot()
        #expect(driver.takeLines().isEmpty)
        driver.snapshot { $0.removeFirst() }
        #expect(driver.takeLines() == ["V-000 is missing from the feed."])
        _ = driver.enter("l")
        driver.snapshot { $0.insert(Vehicle(id: "V-000"), at: 0) }
        #expect(driver.takeLines().isEmpty)
    }

    @Test("a failure and its end are printed once, and answer a command that waits for data")
    func failure() {
        var driver = BrowserDriver.plain()
        #expect(driver.isWaiting)
        let failure = FeedFailure(.service(.status(503)), at: "https://example.com/gbfs.json")
        func fail(_ driver: inout BrowserDriver) -> [String] {
            driver.publish(
                .failed(failure, retryAt: driver.now + .seconds(5), attempt: 1, nil))
            return driver.takeLines()
        }
        let lines = fail(&driver)
        #expect(lines.contains { $0.contains("HTTP status 503") } && !driver.isWaiting)
        #expect(lines.contains { $0.hasPrefix("Hint: ") })
        driver.snapshot()
        #expect(driver.takeLines().contains("The feed can be read again."))
        driver.snapshot()
        #expect(driver.takeLines().isEmpty)
    }

    @Test("the sites are listed with their vehicles and sensors, and open by number")
    func sites() {
        var (driver, _) = start()
        #expect(driver.enter("S").isEmpty && driver.isWaiting)
        driver.depots.sites = Depots.town()
        driver.publishSiteSnapshot()
        let sites = driver.takeLines()
        #expect(sites.first?.contains("3 sites") == true)
        #expect(numbers(sites) == [1, 2, 3])
        #expect(driver.enter("1").first?.hasPrefix("id: ") == true)
        #expect(driver.enter("/zzzz")[0].hasSuffix("0 with “zzzz”"))
    }

    @Test("nothing that a feed sends becomes a control sequence")
    func hostile() {
        var (driver, first) = start(
            [Vehicle(id: "\u{1B}[2J\u{7}x\u{202E}"), Vehicle(id: "a\nb")])
        let lines =
            first + driver.enter("1") + driver.enter("f") + driver.enter("/\u{1B}[31m")
            + driver.enter("\u{1B}]0;x")
        #expect(lines.allSatisfy { TerminalText.escaped($0) == $0 })
    }

    @Test("every key of the help is known, and any other gets a hint")
    func keys() {
        var (driver, _) = start()
        for key in PlainBrowser.keys.compactMap(\.first) where key != "N" && key != "q" {
            #expect(!driver.enter(String(key)).contains { $0.hasPrefix("Unknown") })
        }
        #expect(driver.enter("x") == ["Unknown key x; ? lists the keys."])
        #expect(driver.enter("list") == ["Unknown key list; ? lists the keys."])
        #expect(!driver.effects.contains(.terminal(.quit)))
        _ = driver.enter("q")
        #expect(driver.effects.last == .terminal(.quit))
    }
}
