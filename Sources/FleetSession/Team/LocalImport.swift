import FleetCore
import FleetStore
package import FleetTeam
import Foundation
import POSIX
import SystemPackage

/// The favorites and notes that the command line stores in this home.
package struct LocalImport {
    package let annotations: [LocalAnnotations]
    /// Number of photos, which are not copied.
    package let photos: Int

    /// Reads the annotations of all sources.
    package init(of context: CommandContext) throws {
        let preferences = try context.preferences().get()
        let path = try context.home().databasePath
        guard FileSystem.exists(FilePath(path)) else {
            (annotations, photos) = ([], 0)
            return
        }
        let store = try FleetStore(readingOnly: path).annotations
        annotations = try preferences.sources.map { name, source in
            let key = SourceKey(source.uuid ?? UUID(sourceName: name))
            return try store.read { reader in
                LocalAnnotations(
                    source: key.uuid, favorites: try reader.favorites(of: key),
                    notes: try reader.notes(of: key))
            }
        }
        photos = annotations.flatMap(\.notes).map(\.photos.count).reduce(0, +)
    }
}
