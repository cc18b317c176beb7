import Testing

@testable import FleetTUI

@Suite("Dots become the Braille patterns of Unicode")
struct BrailleDotsTests {
    /// Dot numbers by row and column (Unicode, chapter 21.1).
    private static let numbers = [[1, 4], [2, 5], [3, 6], [7, 8]]

    @Test("every pattern's Unicode name lists exactly its lit dots")
    func names() throws {
        for bits in 1...255 {
            var dots = BrailleDots()
            var numbers: [Int] = []
            for (index, number) in Self.numbers.joined().enumerated()
            where bits & 1 << index != 0 {
                dots.light(x: index % 2, y: index / 2)
                numbers.append(number)
            }
            let name = dots.character.unicodeScalars.first?.properties.name
            #expect(
                name == "BRAILLE PATTERN DOTS-" + numbers.sorted().map(String.init).joined())
            #expect(dots.count == numbers.count)
        }
    }

    @Test("a dot depends only on its position within the cell, and counts once")
    func positions() {
        var dots = BrailleDots()
        dots.light(x: 1_000_001, y: 4_000_003)
        dots.light(x: 1, y: 3)
        #expect(dots.character == "⢀")
        #expect(dots.count == 1)
        dots.light(x: 0, y: 0)
        #expect(dots.character == "⢁")
    }
}
