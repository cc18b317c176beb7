import FleetTestSupport
import Foundation
import Testing

/// Characters and colors of a captured screen, whose half blocks can be read as an image.
struct ScreenCapture {
    /// A color other than the terminal's default.
    enum Color: Hashable {
        /// One of 256 colors, the first 16 of which depend on the terminal's theme.
        case indexed(Int)
        case direct(Int, Int, Int)
    }

    /// A character of the screen with its colors; `nil` is the terminal's default.
    struct Cell {
        let character: Character
        let foreground: Color?
        let background: Color?
    }

    let rows: [[Cell]]

    /// Parses a screen with its color escape sequences (ECMA-48, 8.3.117 SGR).
    init(_ styledText: String) {
        rows = styledText.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var (cells, foreground, background): ([Cell], Color?, Color?) = ([], nil, nil)
            for token in line.matches(of: /\u{1B}\[([0-9;]*)m|([^\u{1B}])/) {
                if let parameters = token.1 {
                    var numbers = parameters.split(separator: ";").compactMap { Int($0) }[...]
                    Self.select(&numbers, &foreground, &background)
                } else if let character = token.2?.first {
                    cells.append(
                        Cell(character: character, foreground: foreground, background: background))
                }
            }
            return cells
        }
    }

    private static func select(
        _ numbers: inout ArraySlice<Int>, _ foreground: inout Color?, _ background: inout Color?
    ) {
        if numbers.isEmpty { numbers = [0] }
        while let number = numbers.popFirst() {
            switch number {
            case 0: (foreground, background) = (nil, nil)
            case 30...37: foreground = .indexed(number - 30)
            case 40...47: background = .indexed(number - 40)
            case 90...97: foreground = .indexed(number - 82)
            case 100...107: background = .indexed(number - 92)
            case 38: foreground = color(&numbers)
            case 39: foreground = nil
            case 48: background = color(&numbers)
            case 49: background = nil
            default: break
            }
        }
    }

    /// The color after `38` or `48`.
    private static func color(_ numbers: inout ArraySlice<Int>) -> Color? {
        let mode = numbers.popFirst()
        let values = Array(numbers.prefix(mode == 5 ? 1 : 3))
        numbers = numbers.dropFirst(values.count)
        return mode == 5 ? .indexed(values[0]) : .direct(values[0], values[1], values[2])
    }
}

extension ScreenCapture {
    /// All colors except the terminal's defaults.
    var colors: Set<Color> { colors { _ in true } }

    /// Colors of the half blocks.
    var halfBlockColors: Set<Color> { colors { $0.character == "▀" } }

    private func colors(_ isIncluded: (Cell) -> Bool) -> Set<Color> {
        Set(
            rows.joined().filter(isIncluded).flatMap { [$0.foreground, $0.background] }.compactMap(
                \.self))
    }

    /// Returns the text that an independent decoder finds in the black and white half blocks.
    func decoded() async throws -> String { try await Self.decoded(image) }

    /// Returns the text that an independent decoder finds in an image; empty if there is no code.
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

    /// Gray map (PGM) of the screen on a dark background, with a square for each half of a cell.
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

extension ScreenCapture.Cell {
    /// Returns the gray level of one half; `nil` unless it is a black or white half block.
    fileprivate func shade(_ isUpper: Bool) -> UInt8? {
        guard character == "▀" else { return nil }
        return switch isUpper ? foreground : background {
        case .indexed(16), .direct(0, 0, 0): 0
        case .indexed(231), .direct(255, 255, 255): 255
        default: nil
        }
    }
}
