package import FleetCore
import FleetLabels
package import QRCode

/// Writer of an image file for each label, and an index of all files.
package final class LabelFolderWriter: LabelWriter {
    /// The name of the index.
    static let index = "index.csv"

    /// Resources of one thread.
    private final class Worker {
        let reader: SymbolReader?
        let images: ImageWriter

        init(_ encoding: EncodingOptions) throws {
            reader = try encoding.reader()
            images = try ImageWriter()
        }
    }

    private let path: String
    private let format: ImageFormat
    private let size: ImageSize
    private let encoding: EncodingOptions
    private let skipsExisting: Bool
    private let rows: CSVRows
    private let workers: WorkerPool<Worker>
    /// The folder and the incomplete index, from the first label on.
    private var open: (folder: OutputFolder, index: OutputFile)?
    private var written = 0
    private var skipped = 0
    private var isFine = false

    package init(
        _ path: String, format: ImageFormat, size: ImageSize, encoding: EncodingOptions, jobs: Int,
        skipsExisting: Bool, cells: CSVCellStyle = .exact
    ) throws {
        (self.path, self.format, self.size) = (path, format, size)
        self.encoding = encoding
        self.skipsExisting = skipsExisting
        rows = CSVRows(cells)
        workers = try WorkerPool(jobs) { try Worker(encoding) }
    }

    package func check(_ item: LabelItem) throws {
        try encoding.check(item) { version in
            _ = try size.fitted(modules: Symbol.modules(ofVersion: version))
        }
    }

    package func begin(_ count: Int) {}

    package func print(_ items: [LabelItem]) throws -> [LabelRecord] {
        let (folder, index) = try folderAndIndex()
        var records: [LabelRecord] = []
        records.reserveCapacity(items.count)
        try workers.map(items) { worker, item in
            try self.print(item, with: worker, to: folder)
        } then: { results in
            for result in results {
                try index.append(result.row)
                if result.existed { skipped += 1 } else { written += 1 }
                isFine = isFine || result.isFine
                records.append(result.record)
            }
        }
        return records
    }

    package func finish() throws -> (summary: String, warnings: [String]) {
        try folderAndIndex().index.complete()
        let existing = skipped > 0 ? "; \(skipped) already existed" : ""
        return (
            "wrote \(ShortText.count(written, format.rawValue.uppercased() + " file")) "
                + "and \(Self.index) to \(path)\(existing)",
            isFine ? [fineModulesWarning] : []
        )
    }

    /// Writes an index of the complete files, unless there is an older index.
    package func abandon() {
        guard let (folder, index) = open, !folder.contains(Self.index) else { return }
        try? index.complete()
    }

    private func folderAndIndex() throws -> (folder: OutputFolder, index: OutputFile) {
        if let open { return open }
        let folder = try OutputFolder(path)
        let index = try folder.create(Self.index)
        try index.append(LabelRecord.indexHeader(rows))
        open = (folder, index)
        return (folder, index)
    }

    /// Result for one label.
    private struct Printed {
        let record: LabelRecord
        /// The label's row of the index.
        let row: [UInt8]
        let isFine: Bool
        /// Whether the file existed and was not written.
        let existed: Bool
    }

    private func print(
        _ item: LabelItem, with worker: Worker, to folder: OutputFolder
    ) throws -> Printed {
        let symbol = try encoding.symbol(of: item, worker.reader)
        let name = Self.fileName(item.id, format)
        let fitted = try CommandError.naming(item) { try size.fitted(modules: symbol.size) }
        let record = LabelRecord(
            item: item, symbol: SymbolInfo(symbol), file: name, millimetres: fitted.millimetres,
            isVerified: worker.reader != nil)
        let existed = skipsExisting && folder.contains(name)
        if !existed {
            let image = try CommandError.naming(item) {
                try worker.images.image(of: symbol, format, fitted.style)
            }
            try folder.write(image, to: name)
        }
        return Printed(
            record: record, row: record.indexRow(rows), isFine: fitted.isFine, existed: existed
        )
    }

    /// Maximum bytes of a file name on any common file system.
    private static let nameLimit = 255

    /// Returns the file name of an ID: every byte but letters, digits, `-`, `_` and `.`
    /// percent-encoded.
    ///
    /// A name that would be too long ends in a hash of the ID instead.
    static func fileName(_ id: [UInt8], _ format: ImageFormat) -> String {
        let ending = "." + format.rawValue
        let name = PercentEncoding.encoded(id, keeping: "-_.")
        guard name.utf8.count + ending.utf8.count > nameLimit else { return name + ending }
        var hash = StableHash()
        id.withUnsafeBytes { hash.combine($0) }
        return name.prefix(200) + "~" + String(hash.value, radix: 16) + ending
    }
}

/// Warning about symbols with very small modules.
let fineModulesWarning =
    "some modules are smaller than 0.4 mm: many phones need better light or more time to read them"
