import ArgumentParser
import FleetCore
import FleetStore

/// Photos for a note.
struct PhotoOption: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "A photo to keep with the note, a JPEG, PNG or WebP file of at most 20 MiB; several may follow.",
            valueName: "file"))
    var photo: [String] = []

    /// The files, each looked at; `nil` if there are none.
    /// - Throws: `PhotoFailure` or `Problem` (65) if one cannot be kept.
    func files() throws -> PhotoFiles? {
        guard !photo.isEmpty else { return nil }
        let files = PhotoFiles(photo) { try Photo.Facts(of: $0, at: $1) }
        try files.check()
        return files
    }
}
