import Testing

@testable import FleetTUI

@Suite("The list cursor stays inside the list, and the selected line stays visible")
struct ListCursorTests {
    /// A cursor on a list of `count` lines, with five rows on the screen.
    private func cursor(at line: Int, of count: Int) -> ListCursor {
        var cursor = ListCursor()
        cursor.resize(5, of: count)
        cursor.select(line, of: count)
        return cursor
    }

    @Test(
        "navigation keys move from line 10 of 20 to the expected line",
        arguments: [
            (Key.down, 11), (.up, 9), (.character(" "), 14), (.pageUp, 6), (.home, 0), (.end, 19),
        ])
    func keys(key: Key, line: Int) {
        #expect(cursor(at: 10, of: 20).target(of: key, count: 20) == line)
    }

    @Test("other keys do not move the cursor")
    func others() {
        #expect(cursor(at: 10, of: 20).target(of: .character("x"), count: 20) == nil)
    }

    @Test("selecting beyond the ends selects the first or the last line")
    func ends() {
        #expect(cursor(at: 99, of: 20).selected == 19)
        #expect(cursor(at: 99, of: 20).top == 15)
        #expect(cursor(at: -3, of: 20).selected == 0)
        #expect(cursor(at: 7, of: 0).selected == 0)
        #expect(cursor(at: 7, of: 0).top == 0)
    }

    @Test("a line that moves in the list keeps its row on the screen if possible")
    func follows() {
        var cursor = cursor(at: 10, of: 20)
        let row = cursor.offset
        cursor.select(40, offset: row, of: 60)
        #expect((cursor.selected, cursor.offset) == (40, row))
        cursor.select(1, offset: row, of: 60)
        #expect((cursor.selected, cursor.top) == (1, 0))
    }

    @Test("the wheel scrolls the list, and moves the selection only to keep it visible")
    func wheel() {
        var cursor = cursor(at: 2, of: 20)
        cursor.scroll(by: 1, of: 20)
        #expect((cursor.selected, cursor.top) == (2, 1))
        cursor.scroll(by: 3, of: 20)
        #expect((cursor.selected, cursor.top) == (4, 4))
        cursor.scroll(by: 99, of: 20)
        #expect((cursor.selected, cursor.top) == (15, 15))
        cursor.scroll(by: -99, of: 20)
        #expect((cursor.selected, cursor.top) == (4, 0))
    }
}
