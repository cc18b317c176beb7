import Testing

@testable import FleetTUI

@Suite("The place in a list stays inside the list, and what is chosen in sight")
struct ListPlaceTests {
    /// A screen of five rows on a list.
    private func place(at line: Int, of count: Int) -> ListPlace {
        var place = ListPlace()
        place.resize(5, of: count)
        place.select(line, of: count)
        return place
    }

    @Test(
        "the keys move from line 10 of 20 to where they say",
        arguments: [
            (Key.down, 11), (.up, 9), (.character(" "), 14), (.pageUp, 6), (.home, 0), (.end, 19),
        ])
    func keys(key: Key, line: Int) {
        #expect(place(at: 10, of: 20).target(of: key, count: 20) == line)
    }

    @Test("other keys do not move")
    func others() {
        #expect(place(at: 10, of: 20).target(of: .character("x"), count: 20) == nil)
    }

    @Test("a line beyond the ends is the last or the first, in an empty list the first")
    func ends() {
        #expect(place(at: 99, of: 20).selected == 19)
        #expect(place(at: 99, of: 20).top == 15)
        #expect(place(at: -3, of: 20).selected == 0)
        #expect(place(at: 7, of: 0).selected == 0)
        #expect(place(at: 7, of: 0).top == 0)
    }

    @Test("a line that moves in the list stays where it is on the screen, if it can")
    func follows() {
        var place = place(at: 10, of: 20)
        let row = place.offset
        place.select(40, offset: row, of: 60)
        #expect((place.selected, place.offset) == (40, row))
        place.select(1, offset: row, of: 60)
        #expect((place.selected, place.top) == (1, 0))
    }

    @Test("the wheel moves the list, and the choice only to stay in sight")
    func wheel() {
        var place = place(at: 2, of: 20)
        place.scroll(by: 1, of: 20)
        #expect((place.selected, place.top) == (2, 1))
        place.scroll(by: 3, of: 20)
        #expect((place.selected, place.top) == (4, 4))
        place.scroll(by: 99, of: 20)
        #expect((place.selected, place.top) == (15, 15))
        place.scroll(by: -99, of: 20)
        #expect((place.selected, place.top) == (4, 0))
    }
}
