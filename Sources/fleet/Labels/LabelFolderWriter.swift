import FleetCore
import FleetLabels
import QRCode

/// Prints each label to an image file of its own, and an index of them all.
final class FolderPress: LabelPress {
    /// The name of the index.
    static let index = "index.csv"

    /// What a thread works with.
    private final class Worker {
        let reader: SymbolReader?
        let images: ImageWriter
        let temporary = OutputFolder.temporaryName()

        init(_ plan: SymbolPlan) throws {
            reader = try plan.reader()
            images = try ImageWriter()
        }
    }

    private let path: String
    private let format: ImageFormat
    private let size: ImageSize
    private let plan: SymbolPlan
    private let skipsExisting: Bool
    private let workers: Workers<Worker>
    /// The folder and the index in the making, once the first label is printed.
    private var open: (folder: OutputFolder, index: FileInMaking)?
    private var printed = 0
    private var skipped = 0
    private var isFine = false

    init(
        _ path: String, _ format: ImageFormat, _ size: ImageSize, _ plan: SymbolPlan, jobs: Int,
        skipsExisting: Bool
    ) throws {
        (self.path, self.format, self.size, self.plan) = (path, format, size, plan)
        self.skipsExisting = skipsExisting
        workers = try Workers(jobs) { try Worker(plan) }
    }

    func check(_ item: LabelItem) throws {
        try plan.check(item) { version in
            _ = try size.fitted(modules: Symbol.modules(ofVersion: version))
        }
    }

    func print(_ items: [LabelItem]) throws -> [LabelRecord] {
        let (folder, index) = try folderAndIndex()
        var records: [LabelRecord] = []
        records.reserveCapacity(items.count)
        try workers.map(items) { worker, item in
            try self.print(item, with: worker, to: folder)
        } then: { results in
            for result in results {
                try index.append(result.row)
                if result.wasThere { skipped += 1 } else { printed += 1 }
                isFine = isFine || result.isFine
                records.append(result.record)
            }
        }
        return records
    }

    func finish() throws -> (summary: String, warnings: [String]) {
        try folderAndIndex().index.complete()
        let known = skipped > 0 ? ", \(skipped) were there already" : ""
        return (
            "wrote \(printed) \(format.rawValue.uppercased()) file\(printed == 1 ? "" : "s") and \(Self.index) "
                + "to \(path)\(known)",
            isFine ? [fineModulesWarning] : []
        )
    }

    /// Leaves an index of the files that are whole, unless an older one is there.
    func abandon() {
        guard let (folder, index) = open, !folder.holds(Self.index) else { return }
        try? index.complete()
    }

    private func folderAndIndex() throws -> (folder: OutputFolder, index: FileInMaking) {
        if let open { return open }
        let folder = try OutputFolder(path)
        let index = try folder.begin(Self.index)
        try index.append(LabelRecord.indexHeader)
        open = (folder, index)
        return (folder, index)
    }

    /// What a thread tells of a label.
    private struct Printed {
        let record: LabelRecord
        /// The label's row of the index.
        let row: [UInt8]
        let isFine: Bool
        /// Whether the file was left as it was.
        let wasThere: Bool
    }

    private func print(
        _ item: LabelItem, with worker: Worker, to folder: OutputFolder
    ) throws -> Printed {
        let symbol = try plan.symbol(of: item, worker.reader)
        let name = Self.fileName(item.code, format)
        let fitted = try Problem.naming(item) { try size.fitted(modules: symbol.size) }
        let record = LabelRecord(
            item: item, symbol: SymbolFacts(symbol), file: name, millimetres: fitted.millimetres,
            isVerified: worker.reader != nil)
        let wasThere = skipsExisting && folder.holds(name)
        if !wasThere {
            let image = try Problem.naming(item) {
                try worker.images.image(of: symbol, format, fitted.style)
            }
            try folder.write(image, to: name, by: worker.temporary)
        }
        return Printed(
            record: record, row: record.indexRow, isFine: fitted.isFine, wasThere: wasThere)
    }

    /// The longest name of a file on any usual file system.
    private static let nameLimit = 255

    /// The file of a code: every byte but letters, digits, `-`, `_` and `.` percent-encoded.
    ///
    /// A name that would be too long ends in a hash of the code instead.
    static func fileName(_ code: [UInt8], _ format: ImageFormat) -> String {
        let ending = "." + format.rawValue
        let name = PercentEncoding.encoded(code, keeping: "-_.")
        guard name.utf8.count + ending.utf8.count > nameLimit else { return name + ending }
        var hash = StableHash()
        code.withUnsafeBytes { hash.combine($0) }
        return name.prefix(200) + "~" + String(hash.value, radix: 16) + ending
    }
}

/// What is said of symbols that print finely.
let fineModulesWarning =
    "some modules are under 0.4 mm: many phones need better light or more time to read them"
