import FleetCore

extension SiteListing {
    /// Finds a site by its id, else by the only id that is equal but for case, else by the only one that
    /// begins so.
    /// - Throws: `Problem` (66) if there is none, or several.
    func find(_ id: String) throws -> SiteStatus {
        if let site = sites.first(where: { ByteOrder.equal($0.site.id, id) }) { return site }
        var found = sites.filter { ASCIICase.equal($0.site.id, id) }
        if found.isEmpty { found = sites.filter { ASCIICase.hasPrefix($0.site.id, id) } }
        guard let site = found.first else {
            throw Problem(
                .noInput, "there is no site \(TypedID.shown(id)) in \(head.source)",
                hint: "`fleet site list` names the sites there are")
        }
        guard found.count == 1 else {
            let ids = found.prefix(VehicleLookup.candidates)
                .map { String($0.site.id.unicodeScalars.prefix(80)) }.joined(separator: ", ")
            throw Problem(
                .noInput, "\(TypedID.shown(id)) stands for several sites",
                hint: "give one id whole: \(ids)")
        }
        return site
    }
}
