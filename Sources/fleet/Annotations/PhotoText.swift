import FleetCore

/// Text about photos.
enum PhotoText {
    /// Returns the number of photos, as the end of a sentence about a note; empty for none.
    static func count(_ photos: [Photo]) -> String {
        ShortText.photoCount(photos.count).map { ", with " + $0 } ?? ""
    }
}

extension Note {
    /// Returns the photo with a number, or with a hash that starts with `selector`.
    /// - Throws: `CommandError` (66) if no photo or several photos match.
    func photo(_ selector: String) throws(CommandError) -> Photo {
        if let photo = photos.first(where: { String($0.number) == selector }) { return photo }
        let matches = photos.filter { $0.hash.hasPrefix(selector.lowercased()) }
        guard selector.utf8.count >= 6, matches.count == 1 else {
            throw CommandError(
                .noInput, "note \(number) has no photo \(selector)",
                hint: "run `fleet note list` to see the photos and their numbers")
        }
        return matches[0]
    }
}
