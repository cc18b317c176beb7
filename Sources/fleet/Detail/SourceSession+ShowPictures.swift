import FleetCore

extension SourceSession {
    /// Maximum characters of a caption.
    private static let maxCaptionLength = 80
    /// Time to wait for pictures that must be fetched.
    private static let timeout = Duration.seconds(3)

    /// Shows the pictures of a vehicle and the photos of its notes, each with its caption.
    func showPictures(of vehicle: Vehicle, on terminal: TerminalPictures) async throws {
        let provider = pictureProvider()
        try show(await Self.withTimeout { await provider.ofVehicle(vehicle) }, terminal)
        try show(provider.photos(of: (try? notes(about: vehicle)) ?? []), terminal)
    }

    /// Returns the pictures that are found within the timeout.
    private static func withTimeout(
        _ find: @escaping @Sendable () async -> [VehiclePicture]
    ) async -> [VehiclePicture] {
        await withTaskGroup(of: [VehiclePicture]?.self) { group in
            defer { group.cancelAll() }
            group.addTask { await find() }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return nil
            }
            for await found in group {
                if let found { return found }
                group.cancelAll()
            }
            return []
        }
    }

    /// Shows the pictures that can be decoded.
    private func show(
        _ pictures: some Sequence<VehiclePicture>, _ terminal: TerminalPictures
    ) throws {
        for picture in pictures.prefix(PictureProvider.limit) {
            guard let raster = terminal.raster(picture.bytes) else { continue }
            let caption = TerminalText.escaped(
                String(picture.caption.unicodeScalars.prefix(Self.maxCaptionLength)))
            try context.output.write(
                Array("\n\(caption)\n".utf8) + terminal.escapes(of: raster) + Array("\n".utf8))
        }
    }
}
