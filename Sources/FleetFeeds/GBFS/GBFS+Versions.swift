import FleetCore
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
    /// `nil` for other documents.
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
    /// Reads a `manifest.json`; returns `nil` for other documents.
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

extension GBFS {
    /// Version of the specification, such as `2.3` or `3.1-RC3`.
    ///
    /// A release candidate precedes its release. Invalid text precedes all versions.
    struct VersionNumber: Comparable {
        private static let maxTextLength = 32
        private static let maxNumberLength = 6

        private var numbers: [Int]
        private var candidate: Int

        init(_ text: String) {
            let parts = text.prefix(Self.maxTextLength).lowercased().split(
                separator: "-", maxSplits: 1)
            numbers = parts.first.map(Self.numbers) ?? []
            while numbers.last == 0 { numbers.removeLast() }
            candidate = parts.count < 2 ? .max : Self.number(parts[1].filter(\.isASCIIDigit))
        }

        static func < (left: VersionNumber, right: VersionNumber) -> Bool {
            if left.numbers == right.numbers { return left.candidate < right.candidate }
            return left.numbers.lexicographicallyPrecedes(right.numbers)
        }

        private static func numbers(_ text: Substring) -> [Int] {
            text.split(separator: ".").map { number($0.filter(\.isASCIIDigit)) }
        }

        private static func number(_ digits: String) -> Int {
            Int(digits.prefix(maxNumberLength)) ?? 0
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
