import FleetCore
import FleetStore

/// Provider of the pictures of vehicles and the photos of notes.
struct PictureProvider: Sendable {
    /// Returns the pictures of the vehicle type and of the brand, which may need requests.
    let ofVehicle: @Sendable (Vehicle) async -> [VehiclePicture]
    /// Returns the bytes of a photo; nil if the file is missing.
    var bytes: @Sendable (Photo) -> [UInt8]? = { _ in nil }

    /// Maximum pictures to show of a vehicle.
    static let limit = 12

    /// Returns the photos of notes, each read lazily since it may be large.
    func photos(of notes: [Note]) -> some Sequence<VehiclePicture> {
        notes.lazy.flatMap { note in
            note.photos.lazy.compactMap { photo in
                bytes(photo).map { VehiclePicture(caption: "note \(note.number)", bytes: $0) }
            }
        }
    }
}

extension SourceSession {
    /// Returns a provider of the pictures of this source; `store` has the snapshot unless the home
    /// folder has it.
    func pictureProvider(in store: FleetStore? = nil) -> PictureProvider {
        var provider = PictureProvider { await pictures(of: $0, in: store) }
        if let photos = (try? readableStore())?.photos { provider.bytes = { photos.bytes(of: $0) } }
        return provider
    }
}
