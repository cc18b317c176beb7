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

    private static var columns: [RecordList.Column<CatalogueSystem>] {
        [
            .init("name") { .text($0.name) },
            .init("location") { FieldValue($0.location.isEmpty ? nil : $0.location) },
            .init("country_code") { FieldValue($0.countryCode.isEmpty ? nil : $0.countryCode) },
            .init("system_id") { .text($0.id) },
            .init("auto_discovery_url") { .text($0.address) },
            .init("supported_versions") { $0.versions.isEmpty ? .absent : .texts($0.versions) },
            .init("authentication_type") { .text($0.access.kind.name) },
            .init("authentication_parameter_names") {
                $0.access.names.isEmpty ? .absent : .texts($0.access.names)
            },
            .init("authentication_info_url") { FieldValue($0.access.infoAddress) },
            .init("url") { FieldValue($0.website) },
        ]
    }

    /// Names of the fields of a list of systems.
    public static var fieldNames: [String] { columns.map(\.name) }

    /// Returns a list of systems of the catalogue.
    ///
    /// - Parameters:
    ///   - systems: The systems that were found.
    ///   - limit: Maximum number of systems of the list; `nil` for all.
    public func list(_ systems: [CatalogueSystem], limit: Int? = nil) -> RecordList {
        let shown = limit.map { Array(systems.prefix($0)) } ?? systems
        return RecordList(
            "systems", header: header(total: systems.count), columns: Self.columns, rows: shown,
            table: [
                .init("NAME") { TerminalText.limited($0.name) },
                .init("PLACE") { TerminalText.limited($0.place) },
                .init("SYSTEM ID") { TerminalText.limited($0.id) },
                .init("VERSIONS") { TerminalText.limited($0.versions.joined(separator: ", ")) },
                .init("NEEDS") { TerminalText.limited($0.neededCredentials ?? "") },
            ])
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
