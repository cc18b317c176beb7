extension Canvas {
    /// The rows as text with the escape sequences of ECMA-48 (SGR), each line with its end; without a
    /// palette there are none.
    public func text(_ palette: Palette?) -> String {
        guard let palette else { return lines.map { $0 + "\n" }.joined() }
        var text = ""
        for row in 0..<size.rows {
            var last = Palette.Resolved()
            for cell in self.row(row) where !cell.isContinuation {
                let look = palette.resolve(cell.style)
                if look != last {
                    text += look.sequence(palette.depth)
                    last = look
                }
                text.append(cell.character)
            }
            text += last == Palette.Resolved() ? "\n" : "\u{1B}[0m\n"
        }
        return text
    }
}

extension Palette.Resolved {
    /// The sequence that begins it, whatever was in force.
    fileprivate func sequence(_ depth: ColorDepth) -> String {
        var codes = ["0"]
        if isBold { codes.append("1") }
        if isDim { codes.append("2") }
        if isUnderlined { codes.append("4") }
        if isReversed { codes.append("7") }
        if let foreground { codes.append(Self.code(foreground, "3", depth)) }
        if let background { codes.append(Self.code(background, "4", depth)) }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    private static func code(_ color: Int, _ layer: String, _ depth: ColorDepth) -> String {
        switch depth {
        case .none, .eight: layer + String(color & 7)
        case .palette: layer + "8;5;\(color)"
        case .direct: layer + "8;2;\(color >> 16 & 0xFF);\(color >> 8 & 0xFF);\(color & 0xFF)"
        }
    }
}
