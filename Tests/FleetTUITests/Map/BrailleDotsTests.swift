import Testing

@testable import FleetTUI

@Suite("Dots are the Braille patterns of Unicode")
struct BrailleDotsTests {
    /// The numbers of the dots, by their column and row (Unicode, chapter 21.1).
    private static let numbers = [[1, 4], [2, 5], [3, 6], [7, 8]]

    @Test("every pattern has the name that its dots give it")
    func names() throws {
        for bits in 1...255 {
            var dots = BrailleDots()
            var numbers: [Int] = []
            for (place, number) in Self.numbers.joined().enumerated()
            where bits & 1 << place != 0 {
                dots.light(x: place % 2, y: place / 2)
                numbers.append(number)
            }
            let name = dots.character.unicodeScalars.first?.properties.name
            #expect(
                name == "BRAILLE PATTERN DOTS-" + numbers.sorted().map(String.init).joined())
            #expect(dots.count == numbers.count)
        }
    }

    @Test("a dot goes by its place within the cell, and is lit once")
    func places() {
        var dots = BrailleDots()
        dots.light(x: 1_000_001, y: 4_000_003)
        dots.light(x: 1, y: 3)
        #expect(dots.character == "⢀")
        #expect(dots.count == 1)
        dots.light(x: 0, y: 0)
        #expect(dots.character == "⢁")
    }
}
