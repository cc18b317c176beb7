extension Filter {
    /// Returns the filter that selects one type in a feed.
    package static func ofType(_ type: String, in feed: FeedDescription?) -> Filter {
        var filter = Filter()
        filter.types = [type]
        return feed.map(filter.resolvingNames) ?? filter
    }

    /// Returns the filter with the form factors that its types are everyday words for, with the IDs
    /// of the types that it selects by their names or propulsion types in a feed, with those of the
    /// regions that it selects by their names, and with the exact names of properties.
    public func resolvingNames(in feed: FeedDescription) -> Filter {
        guard selectsByName else { return self }
        var filter = self
        if !types.isEmpty {
            filter.types +=
                types.compactMap(Self.formFactor) + Self.ids(of: types, named: feed.typeNames)
                + ids(ofTypesPropelledIn: feed)
        }
        filter.regions += Self.ids(of: regions, named: feed.regionNames)
        filter.conditions = conditions(in: feed)
        return filter
    }

    /// Whether it may select types, regions or properties by their names.
    package var selectsByName: Bool {
        !types.isEmpty || !regions.isEmpty || !conditions.isEmpty
    }

    /// Returns the IDs of those that have one of some names, ignoring ASCII case.
    static func ids(of wanted: [String], named names: [String: String]?) -> [String] {
        guard let names, !wanted.isEmpty else { return [] }
        let wanted = Set(wanted.map { ByteString(ASCIICase.lowercased($0)) })
        return names.filter { wanted.contains(ByteString(ASCIICase.lowercased($0.value))) }
            .map(\.key).sorted(by: ByteOrder.precedes)
    }

    /// Returns the IDs of the types whose propulsion type is one of the types, or begins with its
    /// word: `electric` also selects `electric_assist`.
    private func ids(ofTypesPropelledIn feed: FeedDescription) -> [String] {
        guard let propulsions = feed.typePropulsions else { return [] }
        let words = types.map(Self.underscored)
        return propulsions.filter { propulsion in
            words.contains { Self.enumValue(propulsion.value, matches: $0) }
        }
        .map(\.key).sorted(by: ByteOrder.precedes)
    }

    /// Returns whether a type is a form factor or a propulsion type, or one of their words, which
    /// are valid for every source.
    static func isUsualType(_ type: String) -> Bool {
        let word = underscored(ASCIICase.lowercased(type))
        return formFactor(type) != nil
            || (FormFactor.allValues + VehicleType.propulsionTypes).contains {
                enumValue($0, matches: word)
            }
    }

    /// Returns whether a feed has published a type, by its ID, its name or its propulsion type.
    static func hasType(_ type: String, in feed: FeedDescription) -> Bool {
        feed.typeIDs.contains { ASCIICase.equal($0, type) }
            || ofType(type, in: feed).types.count > 1
    }

    private static func underscored(_ type: String) -> String {
        String(type.map { $0 == " " || $0 == "-" ? "_" : $0 })
    }

    /// Returns the form factor for a word such as `bike`, `Cargo bikes`, `scooter-seated` or
    /// `standing scooter`; `nil` for any other word, and for the form factor itself.
    private static func formFactor(_ type: String) -> String? {
        let word = ASCIICase.lowercased(type)
        var name = word
        if name.last == "s" { name.removeLast() }
        if name == "bike" || ["_bike", "-bike", " bike"].contains(where: name.hasSuffix) {
            name = name.dropLast(4) + "bicycle"
        }
        let value = FormFactor.value(of: name)
        return value == word ? nil : value
    }
}
