/// One line of a detail: a name and a value.
public struct DetailLine: Equatable, Sendable {
    /// Name, such as `battery`.
    public let name: String
    /// Value, safe for a terminal.
    public let value: String
    /// Color of the value.
    let color: TextColor

    init(name: String, value: String, color: TextColor) {
        (self.name, self.value, self.color) = (name, value, color)
    }

    /// Creates a line; escapes characters that are unsafe on a terminal.
    public init(name: String, value: String) {
        self.init(name: name, value: TerminalText.escaped(value), color: .plain)
    }
}

extension DetailLine {
    /// Returns the line with at most `columns` columns of value, continued on lines without a name.
    public func wrapped(to columns: Int) -> [DetailLine] {
        let value = TerminalText.limited(value)
        guard DisplayWidth.of(value) > columns else { return [self] }
        return DisplayWidth.wrapped(value, to: columns).enumerated().map { index, part in
            DetailLine(name: index == 0 ? name : "", value: part, color: color)
        }
    }

    private static let (nameWidth, maxNameWidth) = (15, 32)

    /// Returns lines with aligned values; values wider than `width` allows are continued on further
    /// lines.
    static func text(_ lines: [DetailLine], isColored: Bool, width: Int? = nil) -> UTF8Buffer {
        var text = UTF8Buffer()
        let longest = lines.map { DisplayWidth.of($0.name) }.max() ?? 0
        let nameWidth = max(nameWidth, min(longest + 1, maxNameWidth))
        for line in lines {
            text.append(isColored ? TextColor.faint(line.name) : line.name)
            let space = max(nameWidth - DisplayWidth.of(line.name), 1)
            text.append(UInt8(ascii: " "), count: space)
            let parts = width.map { DisplayWidth.wrapped(line.value, to: $0 - nameWidth) }
            for (index, value) in (parts ?? [line.value]).enumerated() {
                if index > 0 { text.append(UInt8(ascii: " "), count: nameWidth) }
                text.append(isColored ? line.color(value) : value)
                text.append(UInt8(ascii: "\n"))
            }
        }
        return text
    }
}
