extension Snapshot: FilterLists {
    package func hasZone(named name: String) -> Bool {
        documents.zones?.zones.contains { ASCIICase.equal($0.name, name) } ?? false
    }

    package func hasRules() -> Bool { documents.zones != nil }

    package func zoneNames() -> [String] { documents.zones?.zones.map(\.name) ?? [] }

    package func hasStation(_ id: String) -> Bool {
        sites.contains { ByteOrder.equal($0.id, id) }
            || vehicles.contains { $0.stationID.map { ByteOrder.equal($0, id) } ?? false }
    }

    package func stations() -> [Site] { sites }

    package func facets() -> [FacetCount] {
        var seen: Set<[String?]> = []
        return vehicles.compactMap { vehicle in
            let facets = [vehicle.color?.name, vehicle.typeID, vehicle.formFactor]
            guard seen.insert(facets).inserted else { return nil }
            return FacetCount(
                color: vehicle.color, typeID: vehicle.typeID, formFactor: vehicle.formFactor,
                state: vehicle.state, count: 1)
        }
    }

    package func rememberedColors() -> [VehicleColor] { [] }
}
