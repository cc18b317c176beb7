import FleetCore
import FleetStore

/// Where the pictures of a vehicle come from.
struct PictureSupply: Sendable {
    /// Those of its type and of the brand, which may have to be fetched.
    let ofVehicle: @Sendable (Vehicle) async -> [VehiclePicture]
    /// The bytes of a photo; `nil` if they are not there.
    var bytes: @Sendable (Photo) -> [UInt8]? = { _ in nil }

    /// The most pictures that are shown of a vehicle.
    static let limit = 12

    /// The photos of notes, each read when it is come to, since they may be large.
    func photos(of notes: [Note]) -> some Sequence<VehiclePicture> {
        notes.lazy.flatMap { note in
            note.photos.lazy.compactMap { photo in
                bytes(photo).map { VehiclePicture(caption: "note \(note.number)", bytes: $0) }
            }
        }
    }
}

extension OpenSource {
    /// Where the pictures of its vehicles come from; `store` is where the snapshot is, if not in the home.
    func pictureSupply(in store: FleetStore? = nil) -> PictureSupply {
        var supply = PictureSupply { await pictures(of: $0, in: store) }
        if let photos = (try? readableStore())?.photos { supply.bytes = { photos.bytes(of: $0) } }
        return supply
    }
}
