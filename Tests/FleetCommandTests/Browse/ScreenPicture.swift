import Foundation
import Testing

/// A screen as a camera sees it: the half blocks on it as squares of their colors.
struct ScreenPicture {
    /// A color that is not the terminal's own.
    enum Color: Hashable {
        /// One of the 256, of which the first 16 are as the terminal's theme likes them.
        case number(Int)
        case direct(Int, Int, Int)
    }

    /// A character of the screen with its colors; `nil` is the terminal's own.
    struct Cell {
        let character: Character
        let ink: Color?
        let paper: Color?
    }

    let rows: [[Cell]]

    /// Reads a screen with the escape sequences that draw it so (ECMA-48 8.3.117, SGR).
    init(_ drawn: String) {
        rows = drawn.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var (cells, ink, paper): ([Cell], Color?, Color?) = ([], nil, nil)
            for token in line.matches(of: /\u{1B}\[([0-9;]*)m|([^\u{1B}])/) {
                if let codes = token.1 {
                    var numbers = codes.split(separator: ";").compactMap { Int($0) }[...]
                    Self.select(&numbers, &ink, &paper)
                } else if let character = token.2?.first {
                    cells.append(Cell(character: character, ink: ink, paper: paper))
                }
            }
            return cells
        }
    }

    private static func select(
        _ numbers: inout ArraySlice<Int>, _ ink: inout Color?, _ paper: inout Color?
    ) {
        if numbers.isEmpty { numbers = [0] }
        while let number = numbers.popFirst() {
            switch number {
            case 0: (ink, paper) = (nil, nil)
            case 30...37: ink = .number(number - 30)
            case 40...47: paper = .number(number - 40)
            case 90...97: ink = .number(number - 82)
            case 100...107: paper = .number(number - 92)
            case 38: ink = color(&numbers)
            case 39: ink = nil
            case 48: paper = color(&numbers)
            case 49: paper = nil
            default: break
            }
        }
    }

    /// The color after `38` or `48`.
    private static func color(_ numbers: inout ArraySlice<Int>) -> Color? {
        let kind = numbers.popFirst()
        let values = Array(numbers.prefix(kind == 5 ? 1 : 3))
        numbers = numbers.dropFirst(values.count)
        return kind == 5 ? .number(values[0]) : .direct(values[0], values[1], values[2])
    }
}

extension ScreenPicture {
    /// All colors but the terminal's own.
    var colors: Set<Color> { colors { _ in true } }

    /// The colors of the half blocks.
    var colorsOfBlocks: Set<Color> { colors { $0.character == "▀" } }

    private func colors(_ isMeant: (Cell) -> Bool) -> Set<Color> {
        Set(rows.joined().filter(isMeant).flatMap { [$0.ink, $0.paper] }.compactMap(\.self))
    }

    /// What a decoder that others wrote reads in the half blocks of black and white; empty if nothing.
    func decoded() async throws -> String { try await Self.decoded(image) }

    /// What a decoder that others wrote reads in an image.
    static func decoded(_ image: [UInt8]) async throws -> String {
        let script = """
            import io, sys, zxingcpp
            from PIL import Image
            image = Image.open(io.BytesIO(sys.stdin.buffer.read())).convert("L")
            found = zxingcpp.read_barcode(image, formats=zxingcpp.BarcodeFormat.QRCode)
            sys.stdout.buffer.write(found.bytes if found else b"")
            """
        return try await Tool.python(script, image)
    }

    /// A gray map (PGM) of the screen on a dark ground, each half of a cell as a square.
    private var image: [UInt8] {
        let side = 8
        let columns = rows.map(\.count).max() ?? 0
        var pixels: [UInt8] = []
        for row in rows {
            for isUpper in [true, false] {
                let shades = (0..<columns).flatMap { column in
                    let cell = row.indices.contains(column) ? row[column] : nil
                    return Array(repeating: cell?.shade(isUpper) ?? 30, count: side)
                }
                for _ in 0..<side { pixels += shades }
            }
        }
        return Array("P5 \(columns * side) \(rows.count * 2 * side) 255\n".utf8) + pixels
    }
}

extension ScreenPicture.Cell {
    /// The gray of a half of it, if it is a black or white block.
    fileprivate func shade(_ isUpper: Bool) -> UInt8? {
        guard character == "▀" else { return nil }
        return switch isUpper ? ink : paper {
        case .number(16), .direct(0, 0, 0): 0
        case .number(231), .direct(255, 255, 255): 255
        default: nil
        }
    }
}
