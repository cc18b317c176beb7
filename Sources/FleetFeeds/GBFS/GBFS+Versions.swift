import JSON

extension GBFS {
    /// Version of a system's feeds, as listed in `gbfs_versions.json` and `manifest.json`.
    struct Version: Equatable {
        /// Version, such as `2.3`.
        var version: String
        /// Address of its discovery document, as written in the list.
        var link: String
    }
}

extension [GBFS.Version] {
    /// Maximum number of versions of a system; real systems have fewer than ten, and each is an
    /// address that may be requested.
    private static let maxVersions = 100

    /// Reads the versions of a `gbfs_versions.json` (`data.versions`), the highest first; returns
    /// nil for other documents.
    init?(versionsDocument document: JSONValue) {
        guard let elements = (document["data"] ?? document)["versions"]?.array else { return nil }
        self.init(versions: elements)
    }

    /// Reads a list of `{version, url}`, the highest first; skips elements without a URL.
    init(versions elements: [JSONValue]) {
        let versions = elements.prefix(Self.maxVersions).compactMap { element in
            String(lenient: element["url"]).map { link in
                GBFS.Version(version: String(lenient: element["version"]) ?? "", link: link)
            }
        }
        self = versions.map { (GBFS.VersionNumber($0.version), $0) }
            .sorted { $0.0 > $1.0 }.map(\.1)
    }
}
