import FleetCore

/// Coordinates in cells: decimal degrees with a point or comma, or degrees, minutes and seconds.
enum CellCoordinates {
    /// An angle, with the axis that a letter names.
    private struct Angle {
        var degrees: Double
        var isLatitude: Bool?
    }

    /// Returns the degrees of a cell of latitudes, or of longitudes; `nil` for others.
    static func degrees(_ cell: CellBytes, isLatitude: Bool) -> Double? {
        if let number = CellNumber.decimal(cell) { return number }
        var scan = AngleScan(cell)
        guard let angle = scan.next(), scan.isAtEnd, angle.isLatitude ?? isLatitude == isLatitude
        else { return nil }
        return angle.degrees
    }

    /// Returns the position of a cell with both coordinates, the latitude first unless letters say
    /// otherwise; `nil` for others, and out of range.
    static func position(_ cell: CellBytes) -> Position? {
        guard cell.count <= 100 else { return nil }
        var cell = cell
        if let first = cell.first, first == UInt8(ascii: "(") || first == UInt8(ascii: "[") {
            cell = CellBytes(rebasing: cell.dropFirst().dropLast()).withoutInvisibleEnds
        }
        if cell.starts(with: "geo:".utf8) { cell = CellBytes(rebasing: cell.dropFirst(4)) }
        if let (first, second) = parts(of: cell), let latitude = CellNumber.decimal(first),
            let longitude = CellNumber.decimal(second)
        {
            return Position(latitude: latitude, longitude: longitude)
        }
        var scan = AngleScan(cell)
        guard let first = scan.next(), let second = scan.next(), scan.isAtEnd else { return nil }
        switch (first.isLatitude, second.isLatitude) {
        case (true?, false?), (nil, nil), (true?, nil), (nil, false?):
            return Position(latitude: first.degrees, longitude: second.degrees)
        case (false?, true?), (false?, nil), (nil, true?):
            return Position(latitude: second.degrees, longitude: first.degrees)
        default: return nil
        }
    }

    /// Splits a cell of two decimal numbers.
    private static func parts(of cell: CellBytes) -> (CellBytes, CellBytes)? {
        for separator in [UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "/")] {
            let indices = cell.indices.filter { cell[$0] == separator }
            if indices.count == 1 { return split(cell, at: indices[0]) }
        }
        let commas = cell.indices.filter { cell[$0] == UInt8(ascii: ",") }
        let spaced = commas.filter { $0 + 1 < cell.count && cell[$0 + 1] <= 0x20 }
        if spaced.count == 1 { return split(cell, at: spaced[0]) }
        if let space = cell.firstIndex(where: { $0 <= 0x20 }) { return split(cell, at: space) }
        // `48,1372,11,5755` has decimal commas.
        return commas.count == 1 || commas.count == 3
            ? split(cell, at: commas[commas.count / 2]) : nil
    }

    private static func split(_ cell: CellBytes, at index: Int) -> (CellBytes, CellBytes) {
        (
            CellBytes(rebasing: cell[..<index]).withoutInvisibleEnds,
            CellBytes(rebasing: cell[(index + 1)...]).withoutInvisibleEnds
        )
    }

    /// Reader of angles such as `N 48° 8.2'` or `48°8'13"N`, one after another.
    private struct AngleScan {
        private let scalars: [Unicode.Scalar]
        private var index = 0

        init(_ cell: CellBytes) {
            scalars = cell.count <= 100 ? Array(cell.text.unicodeScalars) : []
        }

        var isAtEnd: Bool { index == scalars.count }

        mutating func next() -> Angle? {
            skipSpaces()
            var axis = takeLetter()
            skipSpaces()
            guard let degrees = takeNumber() else { return nil }
            var value = abs(degrees)
            if take(["°", "º", "˚"]) {
                for (marks, divisor) in [(Self.minutes, 60.0), (Self.seconds, 3600.0)] {
                    let start = index
                    guard let number = takeNumber(), number >= 0, number < 60, takeMark(marks)
                    else {
                        index = start
                        break
                    }
                    value += number / divisor
                }
            }
            skipSpaces()
            let start = index
            if axis == nil {
                axis = takeLetter()
                // A letter before a number without one is that of the next angle.
                if axis == nil { index = start }
            }
            skipSeparators()
            let isNegative = degrees.sign == .minus || axis?.isNegative == true
            return Angle(degrees: isNegative ? -value : value, isLatitude: axis?.isLatitude)
        }

        private static let minutes: [Unicode.Scalar] = ["'", "′", "’", "‘", "´", "`"]
        private static let seconds: [Unicode.Scalar] = ["\"", "″", "”", "“"]

        private mutating func skipSpaces() {
            while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
        }

        private mutating func skipSeparators() {
            while index < scalars.count,
                scalars[index].properties.isWhitespace
                    || [",", ";", "/", "|"].contains(scalars[index])
            { index += 1 }
        }

        private mutating func take(_ marks: [Unicode.Scalar]) -> Bool {
            skipSpaces()
            guard index < scalars.count, marks.contains(scalars[index]) else { return false }
            index += 1
            return true
        }

        /// Takes a mark of minutes or seconds; two marks of minutes are one of seconds.
        private mutating func takeMark(_ marks: [Unicode.Scalar]) -> Bool {
            if marks == Self.seconds, index + 1 < scalars.count,
                Self.minutes.contains(scalars[index]), Self.minutes.contains(scalars[index + 1])
            {
                index += 2
                return true
            }
            return take(marks)
        }

        /// Takes the letter of a direction; `O` means east in German and west in French, so it is
        /// not one.
        private mutating func takeLetter() -> (isLatitude: Bool, isNegative: Bool)? {
            guard index < scalars.count else { return nil }
            let letter: (Bool, Bool)
            switch scalars[index] {
            case "N", "n": letter = (true, false)
            case "S", "s": letter = (true, true)
            case "E", "e": letter = (false, false)
            case "W", "w": letter = (false, true)
            default: return nil
            }
            index += 1
            return letter
        }

        private mutating func takeNumber() -> Double? {
            skipSpaces()
            var text = ""
            while index < scalars.count, text.utf8.count < 24 {
                let scalar = scalars[index]
                switch scalar {
                case "0"..."9": text.unicodeScalars.append(scalar)
                case "-" where text.isEmpty, "\u{2212}" where text.isEmpty: text = "-"
                case "+" where text.isEmpty: break
                case ".", ",":
                    let isDecimal =
                        index + 1 < scalars.count && ("0"..."9").contains(scalars[index + 1])
                        && !text.contains(".")
                    guard isDecimal else { return Double(text) }
                    text += "."
                default: return Double(text)
                }
                index += 1
            }
            return Double(text)
        }
    }
}
