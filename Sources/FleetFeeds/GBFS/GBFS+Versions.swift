import JSON

extension GBFS {
    /// One version of a system's feeds, as `gbfs_versions.json` and `manifest.json` list it.
    struct Version: Equatable {
        /// The version, such as `2.3`.
        var version: String
        /// The address of its discovery document, as it is written there.
        var link: String
    }
}

extension [GBFS.Version] {
    /// How many versions of a system are looked at; honest systems have fewer than ten, and each is
    /// an address that may be asked.
    private static let mostVersions = 100

    /// Reads the versions of a `gbfs_versions.json` (`data.versions`), the highest first; `nil` if
    /// the document has none.
    init?(versionsDocument document: JSONValue) {
        guard let elements = (document["data"] ?? document)["versions"]?.array else { return nil }
        self.init(versions: elements)
    }

    /// Reads a list of `{version, url}`, the highest first; what has no address is left out.
    init(versions elements: [JSONValue]) {
        let versions = elements.prefix(Self.mostVersions).compactMap { element in
            String(lenient: element["url"]).map { link in
                GBFS.Version(version: String(lenient: element["version"]) ?? "", link: link)
            }
        }
        self = versions.map { (GBFS.VersionNumber($0.version), $0) }
            .sorted { $0.0 > $1.0 }.map(\.1)
    }
}
