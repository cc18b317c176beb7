import FleetCore
import Testing

@testable import FleetTUI

@Suite("Sheets that are dragged beyond their end spring back in frames")
struct SheetBounceTests {
    /// Returns the offset of the drag after each frame until it stays.
    private func frames(_ drag: SheetDrag, from start: Timestamp) -> [Int] {
        var (drag, time, frames) = (drag, start, [drag.offset])
        while drag.isReturning, frames.count < 20 {
            time = time + SheetDrag.frame
            drag.tick(at: time)
            frames.append(drag.offset)
        }
        return frames
    }

    @Test(
        "each frame halves the distance, and one is beyond the end",
        arguments: [
            (6, [6, 3, 1, -1, 0]), (-6, [-6, -3, -1, 1, 0]), (1, [1, 0]), (-2, [-2, -1, 1, 0]),
            (0, [0]),
        ])
    func spring(offset: Int, expected: [Int]) {
        var drag = SheetDrag()
        drag.hold(at: offset)
        drag.tick(at: Fleets.noon)
        #expect(drag.offset == offset && !drag.isReturning, "a held sheet stays")
        drag.release(at: Fleets.noon)
        drag.tick(at: Fleets.noon)
        #expect(drag.offset == offset, "a frame takes its time")
        #expect(frames(drag, from: Fleets.noon) == expected)
    }

    /// Returns the row of the vehicle's ID on the screen.
    private func idRow(_ driver: BrowserDriver) -> Int? {
        driver.screen.firstIndex { $0.contains("id             V-000") }
    }

    @Test("a vehicle that is dragged down returns in a few ticks")
    func down() throws {
        var driver = BrowserDriver.live()
        driver.press(.enter)
        let top = try #require(idRow(driver))
        driver.mouse(.press, 10, 8)
        driver.mouse(.drag, 10, 14)
        #expect(idRow(driver) == top + 6)
        driver.mouse(.release, 10, 14)
        #expect(driver.browser.isAnimated)
        var rows: [Int?] = []
        for _ in 0..<3 {
            driver.wait(Browser.frame)
            rows.append(idRow(driver))
        }
        #expect(rows == [top + 3, top + 1, nil])
        driver.wait(Browser.frame)
        #expect(idRow(driver) == top && !driver.browser.isAnimated)
    }

    @Test("a drag scrolls the rows, and beyond the last one they return as well")
    func up() {
        var driver = BrowserDriver.live(size: CanvasSize(columns: 40, rows: 12))
        driver.press(.enter, .end)
        let end = driver.screen
        driver.mouse(.press, 10, 9)
        driver.mouse(.drag, 10, 5)
        #expect(driver.screen != end)
        driver.mouse(.release, 10, 5)
        #expect(driver.browser.isAnimated)
        for _ in 0..<4 { driver.wait(Browser.frame) }
        #expect(driver.screen == end && !driver.browser.isAnimated)
        driver.mouse(.press, 10, 4)
        driver.mouse(.drag, 10, 7)
        driver.mouse(.release, 10, 7)
        #expect(driver.screen != end && !driver.browser.isAnimated)
    }

    @Test("the filter returns from above as well")
    func filter() throws {
        var driver = BrowserDriver.live()
        driver.press(.character("f"))
        func edge() -> Int? { driver.screen.firstIndex { $0.contains("━━━") } }
        let rest = try #require(edge())
        driver.mouse(.press, 30, rest)
        driver.mouse(.drag, 30, 0)
        #expect(edge() == rest - 3)
        driver.mouse(.release, 30, 0)
        driver.wait(Browser.frame)
        #expect(edge() == rest - 1)
        for _ in 0..<2 { driver.wait(Browser.frame) }
        #expect(edge() == rest && driver.browser.router.current == .filter)
    }
}
