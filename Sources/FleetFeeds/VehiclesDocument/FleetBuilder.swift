import FleetCore
import JSON

/// Gathers the vehicles of a document.
struct FleetBuilder {
    /// The most vehicles that are taken of one document; a vehicle takes some 300 bytes of memory,
    /// and a hostile feed can pack 60 million of them into a document of legal size.
    static let mostVehicles = 4_000_000

    /// The vehicles so far, in the order of the document; a code may be there twice.
    private(set) var vehicles: [Vehicle] = []
    /// What was left out or mended so far.
    private(set) var reading = ReadingReport()

    private var reader: VehicleReader
    private var hashes: [UInt64] = []
    private let idFields = VehicleList.allCases.map(\.idFields)
    private let limit: Int

    /// Creates a builder with room for some vehicles.
    init(reader: VehicleReader, expecting count: Int, limit: Int = mostVehicles) {
        self.limit = limit
        self.reader = reader
        vehicles.reserveCapacity(count)
        hashes.reserveCapacity(count)
    }

    /// Takes an element of a list; what is no vehicle is counted with its reason.
    mutating func take(_ row: JSONRow) {
        guard row.isObject else { return reading.skip(at: row.index, "not an object") }
        let fields = idFields[row.array]
        guard let id = fields.lazy.compactMap({ row[$0].textBytes }).first else {
            return reading.skip(at: row.index, "no \(fields[0].path)")
        }
        guard vehicles.count < limit else {
            return reading.skip(at: row.index, "more than \(limit) vehicles")
        }
        hashes.append(ByteIndex.hash(id))
        vehicles.append(Vehicle(id: String(decoding: id, as: UTF8.self)))
        reader.read(row, into: &vehicles[vehicles.count - 1])
    }

    /// Leaves each code once, the last vehicle of it in the place of the first; counts the rest.
    ///
    /// It is done when all are there, because looking up many codes in a row costs less than
    /// looking each one up between other work: the processor waits for several at once.
    mutating func removeDuplicates() {
        var index = ByteIndex(minimumCapacity: vehicles.count)
        var latest: [Int: Int] = [:]
        var isLeftOut = Set<Int>()
        for (number, hash) in hashes.enumerated() {
            let first = index.find(hash, orEnter: number) { other in
                vehicles[other].id.utf8.elementsEqual(vehicles[number].id.utf8)
            }
            guard let first else { continue }
            latest[first] = number
            isLeftOut.insert(number)
        }
        reading.duplicates = isLeftOut.count
        if isLeftOut.isEmpty { return }
        vehicles = vehicles.indices.filter { !isLeftOut.contains($0) }
            .map { vehicles[latest[$0] ?? $0] }
    }
}
