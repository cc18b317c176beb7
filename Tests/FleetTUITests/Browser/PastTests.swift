import FleetCore
import Testing

@testable import FleetTUI

@Suite("Keys go back and forth in the history")
struct PastTests {
    private func moments(_ driver: BrowserDriver) -> [Timestamp?] {
        driver.effects.compactMap { effect -> Timestamp?? in
            if case .read(.moment(let time)) = effect { time } else { nil }
        }
    }

    private func lists(_ driver: BrowserDriver) -> Int {
        driver.effects.count { if case .read(.list) = $0 { true } else { false } }
    }

    @Test("in steps of 5 minutes and an hour, up to the present")
    func steps() {
        var driver = BrowserDriver.live()
        driver.clearEffects()
        driver.type("[[{]")
        let noon = Fleets.noon
        #expect(
            moments(driver) == [-5, -10, -70, -65].map { noon + .seconds($0 * 60) })
        #expect(lists(driver) == 4, "the list is that of each time")
        #expect(driver.screen[0].contains("◀ minute -65"))
        driver.type("}}")
        #expect(moments(driver).suffix(2) == [noon + .seconds(-5 * 60), nil])
        #expect(driver.screen[0].contains("● live"))
    }

    @Test("repeated keys count from the time that was asked for, and L returns to the present")
    func repeated() {
        var driver = BrowserDriver.live()
        driver.readerResponds = false
        driver.type("[[[")
        #expect(moments(driver).last == Fleets.noon + .seconds(-15 * 60))
        driver.answerPending()
        driver.type("L")
        #expect(driver.screen[0].contains("● live"))
        driver.clearEffects()
        driver.type("L")
        #expect(moments(driver).isEmpty)
        #expect(driver.text.contains("this is the present"))
    }

    @Test("an attempt that failed stays where it was, and the map shows the same time")
    func failure() {
        var driver = BrowserDriver.live()
        driver.type("m")
        driver.clearEffects()
        driver.type("[")
        #expect(driver.effects.contains { if case .read(.points) = $0 { true } else { false } })
        driver.readerResponds = false
        driver.type("[")
        driver.send(.notice("the history begins later", isFailure: true))
        driver.send(
            .moment(ShownMoment(at: Fleets.noon + .seconds(-300), text: "-5", isInGap: true)))
        #expect(driver.screen[0].contains("◀ -5, not read then"))
        driver.clearEffects()
        driver.type("[")
        #expect(moments(driver) == [Fleets.noon + .seconds(-600)])
    }
}
