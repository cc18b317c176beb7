import FleetCore

extension OpenSource {
    /// The most characters of a caption.
    private static let longestCaption = 80
    /// How long a person waits for pictures that have to be fetched.
    private static let patience = Duration.seconds(3)

    /// Shows the pictures of a vehicle and the photos of the notes about it, each with its caption.
    func showPictures(of vehicle: Vehicle, by terminal: TerminalPictures) async throws {
        let supply = pictureSupply()
        try show(await Self.inTime { await supply.ofVehicle(vehicle) }, terminal)
        try show(supply.photos(of: (try? notes(about: vehicle)) ?? []), terminal)
    }

    /// What is found until the time is up: what takes longer is given up and costs nothing else.
    private static func inTime(
        _ find: @escaping @Sendable () async -> [VehiclePicture]
    ) async -> [VehiclePicture] {
        await withTaskGroup(of: [VehiclePicture]?.self) { group in
            defer { group.cancelAll() }
            group.addTask { await find() }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            for await found in group {
                if let found { return found }
                group.cancelAll()
            }
            return []
        }
    }

    /// Shows those that can be decoded.
    private func show(
        _ pictures: some Sequence<VehiclePicture>, _ terminal: TerminalPictures
    ) throws {
        for picture in pictures.prefix(PictureSupply.limit) {
            guard let raster = terminal.raster(picture.bytes) else { continue }
            let caption = TerminalText.escaped(
                String(picture.caption.unicodeScalars.prefix(Self.longestCaption)))
            try composition.output.write(
                Array("\n\(caption)\n".utf8) + terminal.escapes(of: raster) + Array("\n".utf8))
        }
    }
}
