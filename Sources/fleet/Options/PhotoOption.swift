import ArgumentParser
import FleetCore
import FleetOutput
import FleetSettings

/// Option for the photos of a note.
struct PhotoOption: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Photos to store with the note: JPEG, PNG or WebP files of at most 20 MiB each.",
            valueName: "file"))
    var photo: [String] = []

    /// Returns the files after a check of each; `nil` if there are none.
    /// - Throws: `PhotoError` or `CommandError` (65) if a file is not a valid photo.
    func files() throws -> PhotoFiles? {
        guard !photo.isEmpty else { return nil }
        return try PhotoFiles(photo) { try Photo.Info(of: $0, at: $1) }
    }
}
