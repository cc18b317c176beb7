import FleetCore
import JSON

/// Gathers the vehicles of a document.
struct FleetBuilder {
    /// The most vehicles that are taken of one document; a vehicle takes some 300 bytes of memory,
    /// and a hostile feed can pack 60 million of them into a document of legal size.
    static let mostVehicles = 4_000_000

    /// The vehicles of the wanted kinds so far, in the order of the document; until
    /// ``removeDuplicates()`` a code may be there twice.
    private(set) var vehicles: [Vehicle] = []
    /// What was left out or mended so far.
    private(set) var reading = ReadingReport()

    private var reader: VehicleReader
    /// The codes of all vehicles, kept or not, with their hashes and places among those kept.
    private var ids: [String] = []
    private var hashes: [UInt64] = []
    private var places: [Int32] = []
    private let idFields = VehicleList.allCases.map(\.idFields)
    private let limit: Int

    private static let notKept: Int32 = -1

    /// Creates a builder with room for some vehicles.
    init(reader: VehicleReader, expecting count: Int, limit: Int = mostVehicles) {
        self.limit = limit
        self.reader = reader
        if reader.keepsAll { vehicles.reserveCapacity(count) }
        ids.reserveCapacity(count)
        hashes.reserveCapacity(count)
        places.reserveCapacity(count)
    }

    /// How many vehicles of any kind there are so far.
    var count: Int { ids.count }

    /// Takes an element of a list; what is no vehicle is counted with its reason.
    mutating func take(_ row: JSONRow) {
        guard row.isObject else { return reading.skip(at: row.index, "not an object") }
        let fields = idFields[row.array]
        guard let bytes = fields.lazy.compactMap({ row[$0].textBytes }).first else {
            return reading.skip(at: row.index, "no \(fields[0].path)")
        }
        guard count < limit else {
            return reading.skip(at: row.index, "more than \(limit) vehicles")
        }
        let id = String(decoding: bytes, as: UTF8.self)
        ids.append(id)
        hashes.append(ByteIndex.hash(bytes))
        vehicles.append(Vehicle(id: id))
        if reader.read(row, into: &vehicles[vehicles.count - 1]) {
            places.append(Int32(vehicles.count - 1))
        } else {
            vehicles.removeLast()
            places.append(Self.notKept)
        }
    }

    /// Leaves each code once, the last vehicle of it in the place of the first; counts the rest.
    ///
    /// It is done when all are there, because looking up many codes in a row costs less than
    /// looking each one up between other work: the processor waits for several at once.
    mutating func removeDuplicates() {
        var index = ByteIndex(minimumCapacity: count)
        var latest: [Int: Int] = [:]
        var isLeftOut = Set<Int>()
        for (number, hash) in hashes.enumerated() {
            let first = index.find(hash, orEnter: number) { other in
                ids[other].utf8.elementsEqual(ids[number].utf8)
            }
            guard let first else { continue }
            latest[first] = number
            isLeftOut.insert(number)
        }
        reading.duplicates = isLeftOut.count
        if isLeftOut.isEmpty { return }
        vehicles = places.indices.filter { !isLeftOut.contains($0) }
            .map { places[latest[$0] ?? $0] }
            .filter { $0 != Self.notKept }.map { vehicles[Int($0)] }
    }
}
