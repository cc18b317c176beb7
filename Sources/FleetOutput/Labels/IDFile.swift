import FleetCore
import FleetFeeds
import POSIX
import SystemPackage

/// IDs from a file: one per line, or a column of a table.
package struct IDFile {
    /// Order of the IDs.
    package enum Order: String, CaseIterable, Sendable {
        /// As in the file.
        case file
        /// By their bytes.
        case id
    }

    /// Maximum size of a file in bytes, that of a document.
    static let maxSize = 1 << 30

    /// Heading of the column that was found without being named.
    package let foundColumn: String?
    private let list: IDList
    /// Indices of the IDs in order.
    private let indices: [Int]

    /// Reads a file, or standard input for `-`.
    ///
    /// - Parameters:
    ///   - column: Heading of the column with the IDs; `nil` to find one.
    ///   - sheet: Name of the sheet with the table; `nil` to find one.
    ///   - hasHeader: Whether the first line may be a header.
    ///   - otherColumns: Names of other columns whose cells are kept, in upper or lower case.
    ///   - isTitle: Returns whether the first of some lines is a title, in a file of IDs.
    /// - Throws: `CommandError` (65, 66, 74), or the error of `isTitle`.
    package init(
        _ path: String, column: String? = nil, sheet: String? = nil, hasHeader: Bool = true,
        order: Order = .file, otherColumns: [String] = [],
        isTitle: (_ first: String, _ next: [String]) throws -> Bool = { _, _ in false }
    ) throws {
        let name = path == "-" ? "standard input" : path
        let bytes = try Self.read(path, name)
        let options = IDList.Options(
            column: column, sheet: sheet, hasHeader: hasHeader, otherColumns: otherColumns)
        do {
            list = try IDList(bytes, options, isTitle: isTitle)
        } catch let error as IDListError {
            throw CommandError(error, in: name)
        }
        foundColumn = column == nil ? list.heading : nil
        indices = order == .file ? Array(list.indices) : Self.sorted(list)
    }

    /// Warnings about rows that were skipped and IDs that were cleaned, one line each.
    package var notices: [String] { list.notices }

    /// The IDs as texts, with U+FFFD for bytes that are not UTF-8.
    package var texts: [String] { indices.map { String(decoding: list[$0], as: UTF8.self) } }

    /// Headings of the table; none in a file of one ID a line.
    package var headings: [String] { list.headings }

    /// Calls `body` with every ID from the beginning, and the cells of its row by ``headings``.
    /// - Throws: The error of `body`.
    package func forEachID(_ body: (_ id: [UInt8], _ cells: [String]) throws -> Void) throws {
        for index in indices {
            try Task.checkCancellation()
            try body(Array(list[index]), list.cells(of: index))
        }
    }

    private static func sorted(_ list: IDList) -> [Int] {
        list.indices.sorted { list[$0].lexicographicallyPrecedes(list[$1]) }
    }
}

extension IDFile {
    private static func read(_ path: String, _ name: String) throws -> [UInt8] {
        do throws(Errno) {
            let file =
                if path == "-" {
                    try OpenFile(duplicating: .standardInput)
                } else {
                    try OpenFile(FilePath(argument: path), .readOnly)
                }
            guard try file.status().type != .directory else { throw .isDirectory }
            var bytes: [UInt8] = []
            while case let chunk = try file.read(upTo: 1 << 18), !chunk.isEmpty {
                guard bytes.count + chunk.count <= maxSize else { throw .fileTooLarge }
                if Task.isCancelled { throw .canceled }
                bytes += chunk
            }
            return bytes
        } catch .canceled {
            throw CancellationError()
        } catch .fileTooLarge {
            throw CommandError(
                .data, "\(name) has more than 1 GiB", hint: "split it into several files")
        } catch {
            throw CommandError(
                .ioError, "cannot read \(name): \(error.description)",
                hint: "check the path and its permissions")
        }
    }
}

extension CommandError {
    /// Creates the error of a file of IDs.
    fileprivate init(_ error: IDListError, in name: String) {
        switch error {
        case .control(let place, let isNUL):
            self.init(
                .data,
                "\(place) of \(name) has \(isNUL ? "NUL" : "a control character") in its ID",
                hint: "remove it from the ID, and save the file again")
        case .longLine:
            self.init(
                .data, "\(name) has a line of more than \(IDList.maxLineSize) bytes",
                hint: "use a text file with one ID per line, or a table with --column")
        case .noSheets:
            self.init(
                .noInput, "\(name) is a text, which has no sheets",
                hint: "leave out --sheet, or use a workbook (.xlsx)")
        case .empty:
            self.init(
                .data, "\(name) is empty", hint: "put the names of the columns in its first line")
        case .table(let failure): self.init(failure, in: name)
        }
    }

    private init(_ failure: TableFailure, in name: String) {
        switch failure {
        case .unreadableTable(let cause, let hint):
            self.init(.data, "cannot read \(name): \(cause)", hint: hint)
        case .noIDColumn(let columns):
            self.init(
                .data, "no column of \(name) is recognized as the ID",
                hint: "use --column with one of its columns: \(Self.list(columns)); "
                    + "or --no-header if each line is an ID")
        case .ambiguousColumn(_, let columns):
            self.init(
                .data, "several columns of \(name) may have the IDs: \(Self.list(columns))",
                hint: "choose one of them with --column")
        case .unknownColumn(let column, let columns):
            self.init(
                .noInput, "\(name) has no column \(column)",
                hint: "use one of its columns: \(Self.list(columns))")
        case .ambiguousSheet(let sheets):
            self.init(
                .data, "several sheets of \(name) have IDs: \(Self.list(sheets))",
                hint: "choose one of them with --sheet")
        case .unknownSheet(let sheet, let sheets):
            self.init(
                .noInput, "\(name) has no sheet \(sheet)",
                hint: "use one of its sheets: \(Self.list(sheets))")
        case .noHeadings, .notATable, .noRows:
            self.init(
                .data, "\(name) has no row with headings",
                hint: "put the names of the columns in its first row")
        }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(20).map { String($0.prefix(40)) }.joined(separator: ", ")
    }
}
