import FleetCore
package import FleetSQL
import FleetTeam
import HTTPTypes
import Synchronization

/// The background of maps: tiles of another server, of a file that this server sends, or none.
package final class TileSetting: Sendable {
    /// A choice of administrators.
    package enum Choice: String, CaseIterable, Sendable {
        case none
        /// The tiles of the OpenStreetMap Foundation
        /// (https://operations.osmfoundation.org/policies/tiles/).
        case openStreetMap = "openstreetmap"

        fileprivate var template: String? {
            switch self {
            case .none: nil
            case .openStreetMap: "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
            }
        }
    }

    /// Whether administrators choose; otherwise the command line has.
    let canChange: Bool
    /// The tiles that this server sends; `nil` without.
    let archive: TileArchive?
    /// Attribution of the tiles, if there are any.
    let attribution: TileAttribution
    /// The setting as pages name it, if the command line has chosen.
    let fixedName: String
    private let current: Mutex<(choice: Choice, template: String?)>
    private let save: @Sendable (Choice) async throws -> Void

    /// Creates the setting of the command line.
    /// - Parameter template: Address of the tiles with `{z}`, `{x}` and `{y}`; `nil` without tiles.
    package init(template: String?) {
        current = Mutex((.none, template))
        (canChange, archive, attribution, save) = (false, nil, .openStreetMap, { _ in })
        fixedName = template ?? "none"
    }

    /// Creates the setting of a file on the command line.
    /// - Parameter name: Name of the file.
    package init(_ archive: TileArchive, named name: String) {
        // Browsers keep tiles, but not those of another file.
        current = Mutex((.none, "/tiles/{z}/{x}/{y}?v=" + archive.info.version))
        (canChange, self.archive, save) = (false, archive, { _ in })
        attribution = TileAttribution(untrusted: archive.info.attribution ?? "")
        fixedName = archive.info.name.map { "\(name) (\($0))" } ?? name
    }

    /// Creates the setting of administrators.
    /// - Parameter save: Stores a new choice.
    package init(_ choice: Choice, save: @escaping @Sendable (Choice) async throws -> Void) {
        current = Mutex((choice, choice.template))
        (canChange, archive, attribution) = (true, nil, .openStreetMap)
        (fixedName, self.save) = ("", save)
    }

    /// The choice of administrators.
    var choice: Choice { current.withLock(\.choice) }

    /// Address of the tiles with `{z}`, `{x}` and `{y}`; `nil` without tiles.
    var template: String? { current.withLock(\.template) }

    /// Origin of the tiles; `nil` without tiles and for those that this server sends.
    var origin: WebOrigin? { template.flatMap(WebOrigin.init(ofAddress:)) }

    /// Stores a choice of an administrator.
    func choose(_ choice: Choice, as administration: Administration) async throws {
        try await save(choice)
        current.withLock { $0 = (choice, choice.template) }
        try await administration.record(.settingsChanged, subject: "map: \(choice.rawValue)")
    }
}

extension TileSetting.Choice {
    /// - Throws: `Problem` (422) for a text that is not one of the choices.
    init(named text: String?) throws {
        guard let choice = text.flatMap(Self.init) else {
            throw Problem(
                .unprocessableContent, "The background of the map is not valid.",
                hint: "Use none or openstreetmap.")
        }
        self = choice
    }
}

/// The choices on a page: the keys of the template `_tiles`.
struct TileChoices: Sendable {
    var usesNone: Bool
    var usesOpenStreetMap: Bool

    init(_ choice: TileSetting.Choice) {
        (usesNone, usesOpenStreetMap) = (choice == .none, choice == .openStreetMap)
    }
}
