package import FleetCore
package import FleetRuntime

/// Labels of the vehicles of a source.
package struct VehicleLabels {
    private let listing: Listing
    private let content: LabelContent
    private let lines: LabelLines
    private let field: LabelField?
    private let id: (Vehicle) -> String?
    private let rule: LinkRule

    /// - Parameter field: The field of the source with the stable ID; `nil` for the code or ID.
    package init(
        of listing: Listing, _ field: LabelField?, _ content: LabelContent, _ lines: LabelLines
    ) {
        (self.listing, self.content, self.lines) = (listing, content, lines)
        self.field = field
        id = field?.idExtractor() ?? { $0.labelText }
        rule = LinkRule(listing.header.feed)
    }

    private var title: String { "fleet labels: " + listing.header.source }

    /// Returns the label of a vehicle; `nil` if it has no stable ID or lacks its link.
    /// - Parameter cells: The cells of its row in a file.
    private func item(
        for vehicle: Vehicle, cells: [String] = []
    ) throws(CommandError) -> LabelItem? {
        guard let id = id(vehicle),
            var item = try content.item(for: vehicle, id: id, links: rule)
        else { return nil }
        item.lines = lines.lines(ofID: id, vehicle, cells: cells)
        return item
    }

    /// Returns the labels in the order of the listing, and warns of vehicles without one.
    package func sequence(_ output: Output) throws -> LabelSequence {
        try warnOfSkipped(output) { try listing.vehicles($0) }
        return LabelSequence(
            forEach: { body in
                try listing.vehicles { vehicle in
                    if let item = try item(for: vehicle) { try body(item) }
                }
            }, title: title)
    }

    /// Returns the labels of the IDs in a file, in its order, and warns of vehicles without one.
    ///
    /// It holds the vehicles in memory.
    /// - Parameter printsUnknown: Whether IDs without a vehicle have a label, too.
    /// - Throws: `CommandError` (66) for such IDs otherwise.
    package func sequence(
        of file: IDFile, printsUnknown: Bool, _ output: Output
    ) throws -> LabelSequence {
        if printsUnknown {
            listing.warnOfMissing(to: output)
        } else if let missing = listing.missingText {
            throw CommandError(
                .noInput, missing,
                hint: "check the source, and the column of the IDs (--column), or use --unknown "
                    + "print to print them all the same")
        }
        let vehicles = try listing.vehiclesByTypedID()
        try warnOfSkipped(output) { body in try vehicles.values.joined().forEach(body) }
        return LabelSequence(
            forEach: { body in
                try file.forEachID { id, cells in
                    let text = String(decoding: id, as: UTF8.self)
                    guard let found = vehicles[ByteString(text)] else {
                        var item = try content.item(for: id)
                        item.lines = lines.lines(ofID: text, cells: cells)
                        return try body(item)
                    }
                    for vehicle in found {
                        if let item = try item(for: vehicle, cells: cells) { try body(item) }
                    }
                }
            }, title: title)
    }

    private func warnOfSkipped(_ output: Output, _ vehicles: VehicleSequence) throws {
        var (lacking, withRefusedLink) = (0, 0)
        try vehicles { vehicle in
            guard try item(for: vehicle) == nil else { return }
            if id(vehicle) != nil, vehicle.rentalURIs != nil {
                withRefusedLink += 1
            } else {
                lacking += 1
            }
        }
        if lacking > 0 {
            let needsLink = content.kind == .uri && field == nil
            let missing = needsLink ? "a rental link" : "a stable ID"
            output.warn("skipped \(ShortText.count(lacking, "vehicle")) without \(missing)")
        }
        if withRefusedLink > 0 {
            output.warn(
                "skipped \(ShortText.count(withRefusedLink, "vehicle")) with a rental link that is "
                    + "neither of the web nor of the system's own app")
        }
    }
}

extension LabelSequence {
    /// Creates the labels of the IDs in a file alone.
    package init(of file: IDFile, _ content: LabelContent, _ lines: LabelLines) {
        self.init(
            forEach: { body in
                try file.forEachID { id, cells in
                    var item = try content.item(for: id)
                    item.lines = lines.lines(
                        ofID: String(decoding: id, as: UTF8.self), cells: cells)
                    try body(item)
                }
            }, title: "fleet labels")
    }
}

extension CommandError {
    /// Creates an error about a template.
    /// - Parameter option: The option that has it.
    package init(_ error: TextTemplateError, option: String) {
        switch error {
        case .unbalanced:
            self = .usage(
                "a brace of \(option) is not closed, or not opened",
                hint: "write a name in braces, as in '{name}', and {{ or }} for a brace")
        case .noName:
            self = .usage(
                "\(option) has braces without a name", hint: "write a name in them, as in '{name}'")
        case .word(let word):
            self = .usage(
                "'\(NameText.typed(word))' is no text of labels",
                hint: "use \(LabelText.Choice.words.joined(separator: ", ")), or a name in braces, "
                    + "as in '{name}'")
        case .unknownName(let name, let known):
            self = .usage(
                "no field, property or column named '\(NameText.typed(name))'",
                hint: "use one or more of " + known.joined(separator: ", "))
        case .ambiguousName(let name, let similar):
            self = .usage(
                "'\(NameText.typed(name))' is the name of several values",
                hint: "write one of them exactly: "
                    + similar.map(NameText.typed).joined(separator: ", "))
        }
    }
}
