import FleetCore

/// What people are told of photos.
enum PhotoText {
    /// The end of a sentence about a note: how many photos it has, if any.
    static func count(_ photos: [Photo]) -> String {
        switch photos.count {
        case 0: ""
        case 1: ", with 1 photo"
        default: ", with \(photos.count) photos"
        }
    }

    /// Its format and its sizes.
    static func facts(_ photo: Photo) -> String {
        let facts = photo.facts
        return "\(facts.format.rawValue) \(facts.width)×\(facts.height), \(size(photo.bytes))"
    }

    private static func size(_ bytes: Int) -> String {
        if bytes < 1024 { return "\(bytes) bytes" }
        let tenths = bytes / (1_048_576 / 10)
        return tenths < 10 ? "\(bytes / 1024) KiB" : "\(tenths / 10).\(tenths % 10) MiB"
    }
}

extension Note {
    /// The photo that a person means by its number, or by the beginning of its hash.
    /// - Throws: `Problem` (66) if there is none, or several.
    func photo(_ word: String) throws(Problem) -> Photo {
        if let photo = photos.first(where: { String($0.number) == word }) { return photo }
        let alike = photos.filter { $0.hash.hasPrefix(word.lowercased()) }
        guard word.utf8.count >= 6, alike.count == 1 else {
            throw Problem(
                .noInput, "note \(number) has no photo \(word)",
                hint: "`fleet note list` shows the photos and their numbers")
        }
        return alike[0]
    }
}
