/// A vehicle's code as a key of a dictionary, equal to another only if their bytes are.
struct VehicleKey: Hashable, Sendable {
    let id: String

    static func == (left: VehicleKey, right: VehicleKey) -> Bool {
        ByteOrder.equal(left.id, right.id)
    }

    func hash(into hasher: inout Hasher) {
        var id = id
        id.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
