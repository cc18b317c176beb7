/// A column of the catalogue.
enum CatalogueColumn: Int, CaseIterable {
    case countryCode, name, location, id, website, address, versions
    case accessInfo, accessType, accessNames

    /// The titles that it may have.
    private var titles: [String] {
        switch self {
        case .countryCode: ["Country Code"]
        case .name: ["Name"]
        case .location: ["Location"]
        case .id: ["System ID"]
        case .website: ["URL"]
        case .address: ["Auto-Discovery URL"]
        case .versions: ["Supported Versions"]
        case .accessInfo: ["Authentication Info URL"]
        case .accessType: ["Authentication Type", "Type"]
        case .accessNames: ["Authentication Parameter Name", "Parameter Name"]
        }
    }

    /// Whether a catalogue must have it.
    private var isRequired: Bool {
        switch self {
        case .countryCode, .name, .location, .id, .address: true
        case .website, .versions, .accessInfo, .accessType, .accessNames: false
        }
    }

    /// Returns the indices of the columns in a header, by their raw values.
    /// - Throws: `CatalogueDamage` if a required one is missing.
    static func indices(in header: [String]) throws(CatalogueDamage) -> [Int?] {
        var indices: [Int?] = []
        for column in allCases {
            let title = column.titles.first(where: header.contains)
            if column.isRequired, title == nil { throw .missingColumn(column.titles[0]) }
            indices.append(title.flatMap(header.firstIndex))
        }
        return indices
    }
}
