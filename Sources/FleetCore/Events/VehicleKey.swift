/// A vehicle ID as a dictionary key, compared byte by byte.
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
