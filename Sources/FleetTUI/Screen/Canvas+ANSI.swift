extension Canvas {
    /// Returns the rows as lines of text with ECMA-48 escape sequences (SGR), or as plain text
    /// without a palette.
    public func text(_ palette: Palette?) -> String {
        guard let palette else { return lines.map { $0 + "\n" }.joined() }
        var text = ""
        for row in 0..<size.rows {
            var last = Palette.Resolved()
            for cell in self.row(row) where !cell.isContinuation {
                let resolved = palette.resolve(cell.style)
                if resolved != last {
                    text += resolved.sequence(palette.depth)
                    last = resolved
                }
                text.append(cell.character)
            }
            text += last == Palette.Resolved() ? "\n" : "\u{1B}[0m\n"
        }
        return text
    }
}

extension Palette.Resolved {
    /// Returns the sequence that sets this style and resets any other.
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
        // The bright colors of aixterm are 90 to 97 and 100 to 107.
        case .sixteen where color > 7: (layer == "3" ? "9" : "10") + String(color & 7)
        case .sixteen: layer + String(color & 7)
        case .palette: layer + "8;5;\(color)"
        case .direct: layer + "8;2;\(color >> 16 & 0xFF);\(color >> 8 & 0xFF);\(color & 0xFF)"
        }
    }
}
