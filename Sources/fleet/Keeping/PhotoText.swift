import FleetCore

/// What people are told of photos.
enum PhotoText {
    /// The end of a sentence about a note: how many photos it has, if any.
    static func count(_ photos: [Photo]) -> String {
        ShortText.photos(photos.count).map { ", with " + $0 } ?? ""
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
