import FleetCore
import FleetStore

/// Resolver for the stable IDs of a source, under which favorites and notes are stored: the ID in the
/// label field if the source has one, otherwise the vehicle ID, unless it rotates.
struct StableIDResolver: Sendable {
    let key: SourceKey
    private let label: String
    private let source: Source

    private static let notice = "rotation_unknown"

    /// - Throws: `CommandError` (64) if the source is not stored because it has no name.
    init(of source: ResolvedSource) throws {
        guard let key = source.key else {
            throw Self.unnamed(source)
        }
        self.key = key
        label = source.label
        self.source = source.source
    }

    /// Returns an error about a source without a name.
    private static func unnamed(_ source: ResolvedSource) -> CommandError {
        guard source.source.location != .standardInput else {
            return .usage(
                "standard input needs a name to have favorites or notes",
                hint: "save it to a file, then add that with `fleet source add NAME FILE`")
        }
        return .usage(
            "\(source.label) needs a name to have favorites or notes",
            hint: "name it with `fleet source add NAME \(ShellWord.quoted(source.label))`")
    }

    /// Whether the stable IDs are the vehicle IDs of the feed.
    var usesFeedIDs: Bool { source.labelField.map { $0 == .vehicleID } ?? true }

    /// Returns a function that extracts the stable ID of a vehicle, nil if it has none.
    func idExtractor() -> (Vehicle) -> String? {
        source.labelField?.idExtractor() ?? \.id
    }

    /// Throws if the vehicle IDs rotate, and warns once if that is unknown.
    /// - Throws: `CommandError` (64).
    func check(_ info: SnapshotInfo, in store: FleetStore, warn: (String) -> Void) async throws {
        guard source.labelField == nil else { return }
        switch source.rotation(observed: info.rotation) {
        case .no: break
        case .yes:
            throw CommandError.usage(
                "vehicle IDs of \(label) rotate, so favorites and notes would lose their vehicles",
                hint: "set the field of the stable ID with `fleet source add … --label-field`, or "
                    + "use the operator's MDS feed, whose IDs are stable")
        case .unknown:
            guard try await store.recordNotice(Self.notice, for: key) else { return }
            warn(
                "vehicle IDs of \(label) may rotate after trips; if they do not, add the source with "
                    + "`fleet source add … --ids stable`")
        }
    }
}
