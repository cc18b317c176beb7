import FleetCore
import JSON

/// Gathers the vehicles of a document, each code once.
struct FleetBuilder {
    /// The vehicles so far, in the order of the document.
    private(set) var vehicles: [Vehicle] = []
    /// What was left out or mended so far.
    var reading = ReadingReport()

    private var reader: VehicleReader
    private var ids: ByteIndex
    private let idFields = VehicleList.allCases.map(\.idFields)

    /// Creates a builder with room for some vehicles.
    init(reader: VehicleReader, expecting count: Int) {
        self.reader = reader
        ids = ByteIndex(minimumCapacity: count)
        vehicles.reserveCapacity(count)
    }

    /// Takes an element of a list; what is no vehicle is counted with its reason.
    mutating func take(_ row: JSONRow) {
        guard row.isObject else { return reading.skip(at: row.index, "not an object") }
        let fields = idFields[row.array]
        guard let id = fields.lazy.compactMap({ row[$0].textBytes }).first else {
            return reading.skip(at: row.index, "no \(fields[0].path)")
        }
        let known = ids.find(id, orEnter: vehicles.count) { [vehicles] in vehicles[$0].id }
        let vehicle = Vehicle(id: String(decoding: id, as: UTF8.self))
        if let known {
            vehicles[known] = vehicle
            reading.duplicates += 1
        } else {
            vehicles.append(vehicle)
        }
        reader.read(row, into: &vehicles[known ?? vehicles.count - 1])
    }
}
