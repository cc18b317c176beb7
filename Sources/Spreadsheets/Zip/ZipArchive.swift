/// Directory of a zip archive (PKWARE's APPNOTE, version 6.3.10).
///
/// The central directory decides. Local headers must agree with it, and no two entries may share
/// bytes, so that a small file cannot have many large entries.
struct ZipArchive: Sendable {
    /// File in an archive.
    struct Entry: Sendable {
        let name: String
        let isCompressed: Bool
        let isEncrypted: Bool
        let checksum: UInt32
        let unpackedSize: Int
        /// Offset of the local header.
        let offset: Int
        /// Range of the packed data; its start is unknown until the local header is read.
        var data: Range<Int>
    }

    /// Maximum size of all unpacked entries.
    static let maxUnpackedSize = 1 << 30
    /// Unpacked size from which on the ratio of the sizes is limited.
    private static let ratioThreshold = 64 << 20
    /// Maximum ratio of unpacked to packed data; sheets of repeated rows reach about 60.
    private static let maxRatio = 200
    private static let maxEntries = 65_535

    let bytes: [UInt8]
    private(set) var entries: [Entry] = []
    private var indices: [String: Int] = [:]

    /// Returns whether a file begins with a local header, or is an archive without entries.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
    }

    init(_ bytes: [UInt8]) throws(TableError) {
        self.bytes = bytes
        let reader = ZipFields(bytes)
        let directory = try ZipDirectoryEnd(reader)
        guard directory.entries <= Self.maxEntries else {
            throw .tooLarge(limit: "65,535 parts")
        }
        var position = directory.range.lowerBound
        for _ in 0..<directory.entries {
            let (entry, end) = try reader.centralHeader(
                at: position, limit: directory.range.upperBound)
            entries.append(entry)
            position = end
        }
        try locateData(before: directory.range.lowerBound, reader)
        try checkSizes()
        for (index, entry) in entries.enumerated() {
            guard indices.updateValue(index, forKey: Self.key(entry.name)) == nil else {
                throw .damaged("two of its parts have the same name")
            }
        }
    }

    /// Returns the entry with a name; part names are case-insensitive (ISO/IEC 29500-2, 6.2.2.3).
    func entry(_ name: String) -> Entry? { indices[Self.key(name)].map { entries[$0] } }

    /// Some programs on Windows write backslashes.
    private static func key(_ name: String) -> String {
        String(name.map { $0 == "\\" ? "/" : $0 }).lowercased()
    }

    /// Finds the data behind the local headers, and checks that entries do not overlap.
    private mutating func locateData(
        before directory: Int, _ reader: ZipFields
    ) throws(TableError) {
        var end = 0
        for index in entries.indices.sorted(by: { entries[$0].offset < entries[$1].offset }) {
            let entry = entries[index]
            guard entry.offset >= end else { throw .damaged("two of its parts overlap") }
            let start = try reader.dataStart(of: entry)
            let (dataEnd, overflow) = start.addingReportingOverflow(entry.data.count)
            guard !overflow, dataEnd <= directory else {
                throw .damaged("a part overlaps the directory")
            }
            entries[index].data = start..<dataEnd
            end = dataEnd
        }
    }

    private func checkSizes() throws(TableError) {
        var (packed, unpacked) = (0, 0)
        for entry in entries {
            packed += entry.data.count
            // Each size is below 2^63, and the sum is checked before the next one.
            let (sum, overflow) = unpacked.addingReportingOverflow(entry.unpackedSize)
            guard !overflow, sum <= Self.maxUnpackedSize else {
                throw .tooLarge(limit: "1 GiB of unpacked data")
            }
            unpacked = sum
        }
        guard unpacked <= Self.ratioThreshold || unpacked / Self.maxRatio <= packed else {
            throw .tooLarge(limit: "\(Self.maxRatio) times its size when unpacked")
        }
    }
}
