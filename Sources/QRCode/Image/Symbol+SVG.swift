extension Symbol {
    /// Returns the symbol as an SVG 1.1 document.
    ///
    /// It has a background, and a path with a rectangle for each horizontal run of dark modules.
    /// One unit is one module.
    ///
    /// - Throws: the errors of `side(of:)`.
    func svg(_ style: ImageStyle) throws(QRCodeError) -> [UInt8] {
        let side = try side(of: style)
        let modules = size + 2 * style.quietZone
        let length = style.dotsPerInch.map { millimetres(Double(side) / $0 * 25.4) } ?? "\(side)"
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" version="1.1" \
            width="\(length)" height="\(length)" \
            viewBox="0 0 \(modules) \(modules)" shape-rendering="crispEdges">
            <path fill="\(style.colors.background)" d="M0 0h\(modules)v\(modules)H0z"/>
            <path fill="\(style.colors.foreground)" d="\(path(from: style.quietZone))"/>
            </svg>

            """
        return Array(text.utf8)
    }

    /// Returns path data for the dark modules; the coordinates of the top left corner are `origin`.
    ///
    /// Each rectangle starts relative to the start of the previous one, where `z` returns to.
    private func path(from origin: Int) -> String {
        var path = "M0 0"
        var last = (x: 0, y: 0)
        for y in 0..<size {
            for run in darkRuns(inRow: y) {
                let start = (x: origin + run.lowerBound, y: origin + y)
                path += "m\(start.x - last.x) \(start.y - last.y)h\(run.count)v1h-\(run.count)z"
                last = start
            }
        }
        return path
    }

    private func darkRuns(inRow y: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for x in 0...size {
            if self[x, y] {
                start = start ?? x
            } else if let first = start {
                runs.append(first..<x)
                start = nil
            }
        }
        return runs
    }
}

/// Returns a length in millimetres with at most four decimals.
private func millimetres(_ length: Double) -> String {
    let units = Int((length * 10_000).rounded())
    var text = "\(units / 10_000).\(String(10_000 + units % 10_000).dropFirst())"
    while text.last == "0" { text.removeLast() }
    return (text.last == "." ? String(text.dropLast()) : text) + "mm"
}
