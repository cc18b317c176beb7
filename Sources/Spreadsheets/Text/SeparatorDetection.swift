/// Detection of the separator of delimited text.
enum SeparatorDetection {
    /// Candidates in the order of preference when all else is equal: a comma is also in numbers and
    /// sentences.
    private static let candidates = "\t;|,".utf8
    private static let rows = 50

    /// Shape of a text with one separator, the more likely the greater.
    private struct Shape: Comparable {
        /// Share of the rows with the most frequent number of columns; 0 if that is 1.
        var consistency = 0.0
        /// Whether the first row has more than one column.
        var isInFirstRow = false
        var columns = 0

        static func < (first: Shape, second: Shape) -> Bool {
            (first.consistency, first.isInFirstRow ? 1 : 0, first.columns)
                < (second.consistency, second.isInFirstRow ? 1 : 0, second.columns)
        }
    }

    /// Returns the separator that gives the most consistent number of columns in the first rows; a
    /// comma for a single column.
    static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
        text.withUnsafeBufferPointer { text in
            var best = (separator: UInt8(ascii: ","), shape: Shape())
            for candidate in candidates {
                let shape = shape(of: text, separator: candidate)
                if best.shape < shape { best = (candidate, shape) }
            }
            return best.separator
        }
    }

    private static func shape(of text: UnsafeBufferPointer<UInt8>, separator: UInt8) -> Shape {
        var scanner = TextScanner(text, separator: separator, line: 1)
        var row = TableRow()
        var columns: [Int] = []
        // Text that the scanner rejects with this separator has no further rows.
        while columns.count < rows, (try? scanner.scan(into: &row)) == true {
            if row.count > 0 { columns.append(scanner.columns) }
        }
        let frequencies = Dictionary(columns.map { ($0, 1) }, uniquingKeysWith: +)
        guard let first = columns.first,
            let mode = frequencies.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })
        else { return Shape() }
        if mode.key > 1 {
            return Shape(
                consistency: Double(mode.value) / Double(columns.count), isInFirstRow: first > 1,
                columns: mode.key)
        }
        return first > 1 ? Shape(isInFirstRow: true, columns: first) : Shape()
    }
}
