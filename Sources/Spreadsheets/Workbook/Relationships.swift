/// Relationships of a part of a package (ISO/IEC 29500-2, section 6.5).
struct Relationships {
    struct Target {
        let id: String
        /// Last component of the type, which the strict and the transitional form share.
        let type: String
        /// Name of a part of the archive.
        let part: String
    }

    private(set) var targets: [Target] = []

    /// Reads the relationships of a part, or of the package for an empty name; there are none
    /// without their part.
    init(of part: String, in archive: ZipArchive) throws(TableError) {
        let slash = part.lastIndex(of: "/")
        let folder = slash.map { String(part[...$0]) } ?? ""
        let name = part[(slash.map { part.index(after: $0) } ?? part.startIndex)...]
        guard let entry = archive.entry("\(folder)_rels/\(name).rels") else { return }
        let reader = try RelationshipReader(small: entry, of: archive)
        reader.folder = folder
        try reader.finish()
        targets = reader.targets
    }

    func part(ofType type: String) -> String? { targets.first { $0.type == type }?.part }
}

private final class RelationshipReader: XMLReader {
    var folder = ""
    private(set) var targets: [Relationships.Target] = []

    override func start(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) {
        guard name == "Relationship", attributes.text("TargetMode") != "External",
            let id = attributes.text("Id"), let type = attributes.text("Type"),
            let target = attributes.text("Target")
        else { return }
        targets.append(
            .init(
                id: id, type: String(type.split(separator: "/").last ?? ""),
                part: Self.resolve(target, in: folder)))
    }

    /// Returns the name of the part for a target relative to a folder.
    private static func resolve(_ target: String, in folder: String) -> String {
        var names: [Substring] = []
        for name in (target.hasPrefix("/") ? target : folder + target).split(separator: "/") {
            switch name {
            case ".": continue
            case "..": _ = names.popLast()
            default: names.append(name)
            }
        }
        return names.joined(separator: "/")
    }
}

extension XMLReader {
    /// Maximum size of a part that is held in memory.
    private static let maxPartSize = 16 << 20

    /// Creates a reader of a part whose contents are held.
    convenience init(
        small entry: ZipArchive.Entry, of archive: ZipArchive
    ) throws(TableError) {
        guard entry.unpackedSize <= Self.maxPartSize else {
            throw .tooLarge(limit: "16 MiB in \(entry.name)")
        }
        try self.init(entry, of: archive)
    }
}
