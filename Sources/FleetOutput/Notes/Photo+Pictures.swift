package import FleetCore
import Pictures

extension Photo.Info {
    /// Inspects the bytes of a file, whatever its name.
    /// - Throws: `CommandError` (65) if they are not a valid photo.
    package init(of bytes: [UInt8], at path: String) throws(CommandError) {
        do throws(PictureError) {
            let info = try PictureInfo(inspecting: bytes)
            guard let format = Photo.Format(info.format) else { throw .notAPicture }
            self.init(
                format: format, width: info.width, height: info.height)
        } catch {
            throw CommandError(
                .data, "the photo \(path) \(error.message)",
                hint: "use a JPEG, PNG or WebP file of at most 20 MiB and 50 million pixels")
        }
    }
}

extension Photo.Format {
    /// Creates the format of a photo; returns `nil` if photos cannot have it.
    init?(_ format: PictureFormat) {
        switch format {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .webp: self = .webp
        case .svg: return nil
        }
    }
}
