import FleetCore
import FleetStore

/// The codes by which what people keep of a source's vehicles is found again: the permanent code where
/// the source names its place, else the vehicle's own, if it does not change.
struct StableCodes: Sendable {
    let key: SourceKey
    private let label: String
    private let source: Source

    private static let remark = "rotation_unknown"

    /// - Throws: `Problem` (64) if nothing is kept of the source, so that it has no name to keep by.
    init(of source: SelectedSource) throws {
        guard let key = source.key else {
            throw Self.nameless(source)
        }
        self.key = key
        label = source.label
        self.source = source.source
    }

    /// That a source has no name, and how it gets one.
    private static func nameless(_ source: SelectedSource) -> Problem {
        guard source.source.location != .standardInput else {
            return .usage(
                "the standard input has no name to keep anything by",
                hint: "save it to a file, and name that: `fleet source add NAME FILE`")
        }
        return .usage(
            "\(source.label) has no name to keep anything by",
            hint: "give it one: `fleet source add NAME \(ShellWord.quoted(source.label))`")
    }

    /// Whether the codes are those of the feed.
    var areFeedCodes: Bool { source.labelField.map { $0 == .vehicleID } ?? true }

    /// Finds the codes of vehicles; `nil` for one that has none.
    func finder() -> (Vehicle) -> String? {
        source.labelField?.finder() ?? \.id
    }

    /// Refuses codes that change, and warns once of those of which that is not known.
    /// - Throws: `Problem` (64).
    func check(_ info: SnapshotInfo, in store: FleetStore, warn: (String) -> Void) async throws {
        guard source.labelField == nil else { return }
        switch source.rotation(seen: info.rotation) {
        case .no: break
        case .yes:
            throw Problem.usage(
                "\(label) changes the codes of its vehicles after trips: what is kept by them would "
                    + "soon be of no vehicle, or of another",
                hint: "name the permanent code's place with `fleet source add … --label-field`, or "
                    + "read the operator's MDS feed, whose codes stay")
        case .unknown:
            guard try await store.remark(Self.remark, on: key) else { return }
            warn(
                "it is not known whether \(label) changes its codes after trips; "
                    + "`--ids stable` of `fleet source add` says that it does not")
        }
    }
}
