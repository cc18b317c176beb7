extension SystemCatalogue {
    /// Returns the attribution that the license of the public catalogue requires (CC BY 3.0,
    /// section 4b), and the age of the copy.
    public func attributionText(now: Timestamp) -> String {
        let text =
            "the catalogue of GBFS systems is by MobilityData, CC BY 3.0 "
            + "(https://github.com/MobilityData/gbfs)"
        let age = readAt.map { ShortText.relativeTime(of: $0, now: now) }
        return text + (age.map { "; downloaded \($0)" } ?? "")
    }

    private static let fields: [RecordList.Field] = [
        .init("name"), .init("location"), .init("country_code"), .init("system_id"),
        .init("auto_discovery_url"), .init("supported_versions"), .init("authentication_type"),
        .init("authentication_parameter_names"), .init("authentication_info_url"), .init("url"),
    ]

    /// Names of the fields of a list of systems.
    public static var fieldNames: [String] { fields.map(\.name) }

    /// Returns a list of systems of the catalogue.
    ///
    /// - Parameters:
    ///   - systems: The systems that were found.
    ///   - limit: Maximum number of systems of the list; `nil` for all.
    public func list(_ systems: [CatalogueSystem], limit: Int? = nil) -> RecordList {
        let shown = limit.map { Array(systems.prefix($0)) } ?? systems
        return RecordList(
            "systems", header: header(total: systems.count), fields: Self.fields,
            records: shown.map(\.record),
            table: RecordList.Table(
                ["NAME", "PLACE", "SYSTEM ID", "VERSIONS", "NEEDS"],
                rows: shown.map { system in
                    [
                        system.name, system.place, system.id,
                        system.versions.joined(separator: ", "), system.neededCredentials ?? "",
                    ].map(TerminalText.limited)
                }))
    }

    private func header(total: Int) -> JSONObjectWriter {
        var catalogue = JSONObjectWriter()
        catalogue.add("address", address)
        catalogue.add("read_at", readAt)
        catalogue.add("attribution", "MobilityData")
        catalogue.add("license", "CC-BY-3.0")
        var header = JSONObjectWriter()
        header.add("catalogue", catalogue)
        header.add("total", total)
        return header
    }
}

extension CatalogueSystem {
    fileprivate var record: [FieldValue] {
        [
            .text(name), FieldValue(location.isEmpty ? nil : location),
            FieldValue(countryCode.isEmpty ? nil : countryCode), .text(id), .text(address),
            versions.isEmpty ? .absent : .texts(versions), .text(access.kind.name),
            access.names.isEmpty ? .absent : .texts(access.names),
            FieldValue(access.infoAddress), FieldValue(website),
        ]
    }
}

extension CatalogueSystem.Access.Kind {
    /// The name in machine formats.
    public var name: String {
        switch self {
        case .open: "none"
        case .query: "query"
        case .header: "header"
        case .other: "other"
        }
    }
}
