import FleetCore
import JSON

extension GBFS {
    /// A system of a `manifest.json` (3.0 and later, `data.datasets`).
    struct System: Equatable {
        /// Its identifier (`system_id`), which may be empty.
        var id: String
        /// Its versions, the highest first.
        var versions: [Version]

        /// The identifier and the address to use, without secrets, for a person to choose from.
        var description: String {
            [id, versions.first.map { Location.redacted($0.link) } ?? ""]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}

extension [GBFS.System] {
    /// Reads a `manifest.json`; `nil` if the document is none.
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
