import FleetCore
import Pictures

extension Photo.Facts {
    /// Tells what a file's bytes are, by nothing but them.
    /// - Throws: `Problem` (65) if they are no photo that is kept.
    init(of bytes: [UInt8], at path: String) throws(Problem) {
        do throws(PictureFault) {
            let facts = try PictureFacts(inspecting: bytes)
            guard let format = Photo.Format(facts.format) else { throw .notAPicture }
            self.init(
                format: format, width: facts.width, height: facts.height)
        } catch {
            throw Problem(
                .data, "the photo \(path) \(error.words)",
                hint: "give a JPEG, PNG or WebP file of at most 20 MiB and 50 million pixels")
        }
    }
}

extension Photo.Format {
    /// The format of a photo; `nil` if photos have it not.
    init?(_ format: PictureFormat) {
        switch format {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .webp: self = .webp
        case .svg: return nil
        }
    }
}
