/// The catalogue of systems that publish GBFS: the file `systems.csv` of MobilityData.
///
/// Its columns are defined in https://github.com/MobilityData/gbfs (README, "Systems Catalog").
public struct SystemCatalogue: Sendable {
    /// Address of the public catalogue.
    public static let publicAddress =
        "https://raw.githubusercontent.com/MobilityData/gbfs/master/systems.csv"
    /// Maximum number of systems; the public catalogue has 1,520.
    private static let maxSystems = 100_000

    /// The systems that can be used, in the order of the catalogue.
    public let systems: [CatalogueSystem]
    /// Address or path of the catalogue, without secrets.
    public var address = ""
    /// Time at which it was downloaded or found unchanged; `nil` for a file.
    public var readAt: Timestamp?
    /// The texts in which a search looks, for each system.
    let texts: [CatalogueText]

    /// Parses a catalogue.
    ///
    /// Rows that cannot be used are skipped: those without an ID or an http(s) address, with user
    /// information in the address, or with a field that is longer than any reasonable one.
    public init(csv bytes: [UInt8]) throws(CatalogueDamage) {
        try self.init(csv: bytes, maxSystems: Self.maxSystems)
    }

    /// Parses a catalogue of at most some systems.
    init(csv bytes: [UInt8], maxSystems: Int) throws(CatalogueDamage) {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") { throw .html }
        guard !bytes.contains(where: Self.isControl) else { throw .controls }
        var rows = CatalogueRows(maxSystems: maxSystems)
        do throws(CSVError) {
            try CSVSplitter.forEachRow(in: bytes) { rows.append($0, hasEnd: $1) }
        } catch {
            throw .openQuote(line: error.line)
        }
        systems = try rows.result()
        texts = systems.map(CatalogueText.init)
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 ? byte != 0x0A && byte != 0x0D && byte != 0x09 : byte == 0x7F
    }
}

/// Reader of the rows of a catalogue.
private struct CatalogueRows {
    let maxSystems: Int
    private var systems: [CatalogueSystem] = []
    /// Indices of the columns; `nil` before the header.
    private var indices: [Int?]?
    private var fieldCount = 0
    private var damage: CatalogueDamage?

    init(maxSystems: Int) {
        self.maxSystems = maxSystems
    }

    /// Appends a row; returns whether to go on.
    mutating func append(_ fields: [[UInt8]], hasEnd: Bool) -> Bool {
        guard let indices else { return readHeader(fields) }
        if !hasEnd, fields.count < fieldCount { damage = .truncated }
        guard fields.count <= fieldCount,
            fields.allSatisfy({ $0.count <= CatalogueSystem.maxFieldLength })
        else { return true }
        let system = CatalogueSystem { column in
            guard let index = indices[column.rawValue], fields.indices.contains(index) else {
                return ""
            }
            return Self.text(of: fields[index])
        }
        guard let system else { return true }
        if systems.count == maxSystems {
            damage = .tooMany(limit: maxSystems)
            return false
        }
        systems.append(system)
        return true
    }

    private mutating func readHeader(_ fields: [[UInt8]]) -> Bool {
        do throws(CatalogueDamage) {
            indices = try CatalogueColumn.indices(in: fields.map(Self.text))
            fieldCount = fields.count
            return true
        } catch {
            damage = error
            return false
        }
    }

    /// Returns the systems.
    func result() throws(CatalogueDamage) -> [CatalogueSystem] {
        if let damage { throw damage }
        guard !systems.isEmpty else { throw .empty }
        return systems
    }

    /// Returns the text of a field without spaces around it.
    private static func text(of field: [UInt8]) -> String {
        guard let first = field.firstIndex(where: { $0 > 0x20 }),
            let last = field.lastIndex(where: { $0 > 0x20 })
        else { return "" }
        return String(decoding: field[first...last], as: UTF8.self)
    }
}

extension SystemCatalogue {
    /// Returns the systems of an ID: with exactly this one, else in any case.
    ///
    /// Systems of the same address count once.
    public func systems(withID id: String) -> [CatalogueSystem] {
        var found = systems.filter { $0.id == id }
        if found.isEmpty {
            let folded = FoldedText.bytes(of: id)
            found = zip(systems, texts).filter { $1.id == folded }.map(\.0)
        }
        var addresses: Set<String> = []
        return found.filter { addresses.insert($0.address).inserted }
    }

    /// Returns the system at an address; `nil` if none is there.
    public func system(at address: String) -> CatalogueSystem? {
        systems.first { $0.address == address }
    }
}
