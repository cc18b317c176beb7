import FleetCore

/// The numbers that rows without an ID get, such as `CB-001`.
public struct RowNumbers: Equatable, Sendable {
    /// How many digits there may be.
    public static let validDigits = 1...9

    /// The text before each number.
    let prefix: String
    /// The number of digits, with zeros before shorter numbers.
    let digits: Int

    /// Creates numbers; `nil` unless the number of digits is one of ``validDigits``.
    public init?(prefix: String, digits: Int) {
        guard Self.validDigits.contains(digits) else { return nil }
        (self.prefix, self.digits) = (prefix, digits)
    }

    /// Returns the ID with a number; `nil` if that has more digits.
    fileprivate func id(_ number: Int) -> String? {
        let text = String(number)
        guard text.utf8.count <= digits else { return nil }
        return prefix + String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// The last ID.
    fileprivate var last: String { prefix + String(repeating: "9", count: digits) }

    /// Returns the number in an ID; `nil` for one of another form.
    fileprivate func number(in id: String) -> Int? {
        guard id.utf8.starts(with: prefix.utf8) else { return nil }
        let digits = id.utf8.dropFirst(prefix.utf8.count)
        guard (1...15).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

extension Inventory {
    /// A row that gets a number.
    public struct NumberedRow: Equatable, Sendable {
        private static let maxCells = 3

        /// The position among all rows, from 0.
        public let position: Int
        /// The new ID.
        public let id: String
        /// The first cells that are not empty, in one line such as `Name Alma, Shelf A3`.
        public let summary: String

        init(at position: Int, _ id: String, _ row: CustomProperties) {
            (self.position, self.id) = (position, id)
            summary = row.summary(maxCells: Self.maxCells)
        }

        /// The number of the row in an export.
        public var exportedNumber: Int { position + 2 }
    }

    /// Gives the rows without an ID the next numbers after the highest one; returns these rows.
    ///
    /// Numbers below the highest one are not used again, since labels may have them.
    /// - Throws: ``InventoryError/numbersExhausted(_:)``, ``InventoryError/invalidID(_:)``.
    @discardableResult
    public mutating func number(_ numbers: RowNumbers) throws(InventoryError) -> [NumberedRow] {
        var next = 1 + (rows.compactMap { numbers.number(in: id(of: $0)) }.max() ?? 0)
        var numbered: [NumberedRow] = []
        for (position, row) in rows.enumerated() where id(of: row).isEmpty {
            guard let id = numbers.id(next) else { throw .numbersExhausted(numbers.last) }
            try Self.check(id: id)
            setCells(try cells(row.cells, setting: [(idHeading, id)]), at: position)
            numbered.append(NumberedRow(at: position, id, row.cells))
            next += 1
        }
        return numbered
    }
}

extension CustomProperties {
    /// Returns the first cells of a row in one line.
    func summary(maxCells: Int) -> String {
        all.filter { !$0.value.isEmpty }.prefix(maxCells)
            .map { "\(TerminalText.limited($0.name)) \(TerminalText.limited($0.value))" }
            .joined(separator: ", ")
    }
}
