import FleetCore
import JSON

extension GBFS {
    /// System listed in a `manifest.json` (3.0 and later, `data.datasets`).
    struct System: Equatable {
        /// Identifier (`system_id`), which may be empty.
        var id: String
        /// Versions, the highest first.
        var versions: [Version]

        /// Identifier and address without secrets, for a list that a person selects from.
        var description: String {
            [id, versions.first.map { Location.redacted($0.link) } ?? ""]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}

extension [GBFS.System] {
    /// Reads a `manifest.json`; returns nil for other documents.
    init?(manifest document: JSONValue) {
        guard let elements = (document["data"] ?? document)["datasets"]?.array else { return nil }
        self = elements.compactMap { element in
            guard element.object != nil else { return nil }
            return GBFS.System(
                id: String(lenient: element["system_id"]) ?? "",
                versions: [GBFS.Version](versions: element["versions"]?.array ?? []))
        }
    }
}
