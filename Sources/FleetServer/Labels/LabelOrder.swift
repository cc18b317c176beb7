import FleetCore
import FleetLabels
import FleetService
import Foundation
import HTTPTypes
import QRCode

/// The order of a sheet of labels: the fields of its form.
struct LabelOrder: Sendable {
    enum Content: String, CaseIterable {
        case page, id, uri
    }

    /// The choices of the form for ``text``.
    enum Text: String, CaseIterable {
        case id, name, both, none
        /// A text with names in braces, which another field has.
        case custom
    }

    static let (maxCopies, maxCaption, maxText) = (100, 100, 200)

    var source: String?
    var ids: [String]
    var content: Content
    var layout: SheetLayout
    /// Size of the labels on a roll, instead of a layout of the catalog; empty without one.
    var roll: String
    /// A word of ``LabelText/Choice``, or a template.
    var text: String
    var level: ErrorCorrection
    var start: String
    var copies: String
    var caption: String?
    var cutMarks: Bool
    /// Whether only labels are printed that were not printed yet with this content.
    var onlyNew: Bool
    /// What the form must not have; such a value is not replaced by another one.
    private let mistake: LocalizedText?

    init(_ items: QueryItems) {
        source = items["source"]
        let typed = (items["ids"] ?? "").split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        ids = VehicleIDs(items.all("id") + typed.filter { !$0.isEmpty }).ids
        content = items["content"].flatMap(Content.init) ?? .page
        roll = (items["roll"] ?? "").trimmingCharacters(in: .whitespaces)
        layout =
            SheetLayout.named(roll.isEmpty ? items["layout"] ?? "" : roll)
            ?? SheetLayout.catalog[0]
        let chosen = items["text"] ?? ""
        let text = chosen == Text.custom.rawValue ? items["custom-text"] ?? "" : chosen
        self.text = text.isEmpty ? Text.id.rawValue : String(text.prefix(Self.maxText))
        level = items["level"].flatMap(ErrorCorrection.init) ?? .medium
        start = items["start"] ?? "1"
        copies = items["copies"] ?? "1"
        caption = items["caption"].map { String($0.prefix(Self.maxCaption)) }
        cutMarks = ["1", "true"].contains(items["cut-marks"])
        onlyNew = ["1", "true"].contains(items["only-new"])
        mistake = Self.mistake(in: items)
    }

    private static func mistake(in items: QueryItems) -> LocalizedText? {
        let layout = items["layout"] ?? ""
        if !layout.isEmpty, SheetLayout.named(layout) == nil {
            return "There is no layout \(TerminalText.limited(layout))."
        }
        if let level = items["level"], ErrorCorrection(rawValue: level) == nil {
            let levels = ErrorCorrection.allCases.map(\.rawValue).joined(separator: ", ")
            return "The error correction is one of \(levels)."
        }
        if (items["caption"] ?? "").count > maxCaption {
            return "The caption has at most \(maxCaption) characters."
        }
        guard (items["custom-text"] ?? items["text"] ?? "").count > maxText else { return nil }
        return "The text has at most \(maxText) characters."
    }

    /// - Throws: `Problem` (422) for what is not possible.
    func design() throws(Problem) -> LabelDesign {
        if let mistake { throw Problem(.unprocessableContent, mistake) }
        guard roll.isEmpty || SheetLayout.named(roll)?.isRoll ?? false else {
            throw Problem(
                .unprocessableContent,
                """
                The size of a label is width and height in mm, such as 62x29, from \
                \(Int(SheetLayout.sides.lowerBound)) to \
                \(Int(SheetLayout.sides.upperBound)).
                """)
        }
        var design = LabelDesign(layout: layout)
        guard let start = Int(start), (1...layout.labelsPerPage).contains(start) else {
            throw Problem(
                .unprocessableContent,
                "The first free label is a number from 1 to \(layout.labelsPerPage).")
        }
        guard let copies = Int(copies), (1...Self.maxCopies).contains(copies) else {
            throw Problem(
                .unprocessableContent, "The number of copies is from 1 to \(Self.maxCopies).")
        }
        (design.start, design.copies, design.cutMarks) = (start, copies, cutMarks)
        return design
    }

    func payload(
        of vehicle: Vehicle, _ source: PolledSource, _ rotation: IDRotation, _ rule: LinkRule,
        _ environment: ServerEnvironment
    ) throws(Problem) -> [UInt8] {
        switch content {
        case .page:
            let payload = LabelPayload(of: vehicle, source, rotation, environment)
            guard payload.isPage else {
                throw Problem(
                    .unprocessableContent,
                    "Phones cannot open pages of this server, or its IDs rotate.")
            }
            return Array(payload.text.utf8)
        case .id:
            return Array(source.labelID(of: vehicle).utf8)
        case .uri:
            guard let link = rule.allowed(vehicle.rentalURIs)?.preferred else {
                let id = TerminalText.limited(vehicle.id)
                throw Problem(
                    .unprocessableContent,
                    vehicle.rentalURIs == nil
                        ? "The vehicle \(id) has no rental link."
                        : """
                        The vehicle \(id) has a rental link, but it is neither of the web \
                        nor of the system's own app.
                        """)
            }
            return Array(link.utf8)
        }
    }

    /// The choice of the form for the text.
    var textChoice: Text { Text(rawValue: text) ?? .custom }

    /// Returns the maker of the lines of text, which has the fields and the properties that the person
    /// sees.
    /// - Throws: `Problem` (422) for a template that cannot be read, and for unknown names.
    func lines(
        of source: PolledSource, _ info: SnapshotInfo, _ rotation: IDRotation
    ) throws(Problem) -> LabelLines {
        var header = ListHeader(
            source: source.name, feed: info.feed, fetchedAt: info.fetchedAt, isStale: false,
            counts: VehicleCounts(total: info.total, matching: info.total, unknownBattery: 0))
        header.rotation = rotation
        do throws(TextTemplateError) {
            let text = LabelText(
                try LabelText.Choice(text), caption: try caption.map(TextTemplate.init))
            return try LabelLines(text, name: source.name, of: header)
        } catch {
            throw Problem(.unprocessableContent, .verbatim(error.text))
        }
    }
}

extension TextTemplateError {
    /// The problem in one or two sentences.
    fileprivate var text: String {
        switch self {
        case .unbalanced:
            localized(
                """
                A brace of the text is not closed, or not opened. Write a brace twice to print it.
                """)
        case .noName: localized("The text has braces without a name.")
        case .word:
            localized("A text of your own has the name of a field in braces, such as {name}.")
        case .unknownName(let name, let known):
            localized(
                """
                There is no field or property “\(TerminalText.limited(name))”. Use one of these: \
                \(known.listed).
                """)
        case .ambiguousName(let name, let similar):
            localized(
                """
                “\(TerminalText.limited(name))” is the name of several values. Write one of them \
                exactly: \(similar.map(TerminalText.limited).listed).
                """)
        }
    }
}

extension LabelOrder.Content {
    var label: String {
        switch self {
        case .page: localized("Page on this server")
        case .id: localized("Vehicle ID")
        case .uri: localized("Rental link")
        }
    }

    func hint(_ origin: WebOrigin, _ isPossible: Bool) -> String {
        switch self {
        case .page:
            isPossible
                ? localized("\(origin.text)/v/…: a phone opens the vehicle's page.")
                : localized(
                    "Needs an https address that phones reach, and IDs that do not rotate.")
        case .id: localized("The ID, byte for byte.")
        case .uri: localized("The link of the operator's app.")
        }
    }
}

extension LabelOrder.Text {
    var label: String {
        switch self {
        case .id: "ID"
        case .name: localized("name of the source")
        case .both: localized("ID and name")
        case .none: localized("no text")
        case .custom: localized("text of your own")
        }
    }
}
