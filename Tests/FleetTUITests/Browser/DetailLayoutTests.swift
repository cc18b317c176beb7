import FleetCore
import QRCode
import Testing

@testable import FleetTUI

@Suite("The QR code of a vehicle has a place where it is in view")
struct DetailLayoutTests {
    private func layout(_ columns: Int, _ rows: Int, minRowsAbove: Int = 1) -> DetailLayout {
        DetailLayout(
            symbol: CanvasSize(columns: 29, rows: 15),
            in: CanvasSize(columns: columns, rows: rows), minRowsAbove: minRowsAbove
        ) { $0 < 40 ? 30 : 22 }
    }

    @Test("it is beside the lines if they have 34 columns")
    func beside() {
        #expect(layout(80, 23).symbol == .init(column: 51, row: 0))
        #expect(layout(80, 23).textColumns == 49 && layout(80, 23).extent == 22)
        #expect(layout(65, 23).symbol == .init(column: 36, row: 0))
        #expect(layout(65, 23).extent == 30, "narrow lines are wrapped")
    }

    @Test("else it is below, or above if the end is out of view")
    func stacked() {
        #expect(layout(64, 100).symbol == .init(column: 0, row: 23))
        #expect(layout(64, 23).symbol == .init(column: 0, row: 0) && layout(64, 23).textRow == 16)
        #expect(layout(64, 23, minRowsAbove: 25).symbol == .init(column: 0, row: 23))
        #expect(layout(64, 10).symbol == .init(column: 0, row: 23))
        #expect(layout(28, 23).symbol == nil)
    }

    @Test("in ASCII, each module has two columns that differ by their background")
    func wide() throws {
        let picture = try #require(SymbolPicture("V-1"))
        for style in [SymbolStyle.wide, .wideLight, .wideDark] {
            let size = picture.size(style)
            #expect(size == CanvasSize(columns: 58, rows: 29))
            var canvas = Canvas(size: size)
            picture.draw(style, column: 0, row: 0, on: &canvas)
            for row in 0..<size.rows {
                for column in 0..<size.columns {
                    let (cell, isDark) = (
                        canvas[column, row], picture.symbol[column / 2 - 4, row - 4]
                    )
                    let background: ColorRole =
                        switch style {
                        case .wideLight: isDark ? .text : .selection
                        case .wideDark: isDark ? .selection : .text
                        default: isDark ? .black : .white
                        }
                    #expect(cell.character == " " && cell.style.background == background)
                }
            }
        }
    }
}
