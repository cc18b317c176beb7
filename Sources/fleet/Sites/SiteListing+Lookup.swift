import FleetCore

extension SiteListing {
    /// Finds a site by its exact ID, else by its ID in any case, else by a prefix of its ID.
    /// - Throws: `CommandError` (66) if no site matches, or several do.
    func find(_ id: String) throws -> SiteStatus {
        if let site = sites.first(where: { ByteOrder.equal($0.site.id, id) }) { return site }
        var found = sites.filter { ASCIICase.equal($0.site.id, id) }
        if found.isEmpty { found = sites.filter { ASCIICase.hasPrefix($0.site.id, id) } }
        guard let site = found.first else {
            throw CommandError(
                .noInput, "no site \(IDArgument.shown(id)) in \(header.source)",
                hint: "run `fleet site list` to see the sites")
        }
        guard found.count == 1 else {
            let ids = found.prefix(VehicleLookup.candidates)
                .map { String($0.site.id.unicodeScalars.prefix(80)) }.joined(separator: ", ")
            throw CommandError(
                .noInput, "'\(IDArgument.shown(id))' matches several sites",
                hint: "give the full ID: \(ids)")
        }
        return site
    }
}
