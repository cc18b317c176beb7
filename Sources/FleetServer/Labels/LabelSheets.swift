import FleetCore
import FleetLabels
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import QRCode

/// The sheets of an order: its vehicles as labels, as a file or as pictures.
struct LabelSheets {
    /// The maximum number of labels of one document, with copies.
    private static let maxLabels = 5000
    /// The maximum number of sheets that a browser prints.
    private static let maxPrintedSheets = 30
    /// Resolution of printed pictures in dots per inch, that of the design.
    private static let printResolution = 300.0
    /// Most labels with another content that are listed.
    private static let maxListed = 10
    /// Longer side of the preview in pixels.
    private static let previewSide = 1400.0

    let design: LabelDesign
    private let source: PolledSource
    private let order: LabelOrder
    private let environment: ServerEnvironment
    private let prints: LabelPrintCollection
    /// The content of the printed labels, by their IDs; `nil` to print all.
    private let printed: [String: String]?

    /// The labels of an order.
    private struct Labels {
        struct Item {
            let vehicle: Vehicle
            let id: String
            let payload: [UInt8]

            var printed: LabelPrintTable.Label {
                LabelPrintTable.Label(id: Array(id.utf8), payload: payload)
            }
        }

        var items: [Item] = []
        /// The IDs of those that were printed with another content.
        var changed: [String] = []
    }

    /// - Throws: `Problem` (422) for numbers that are not possible.
    init(
        of source: PolledSource, _ order: LabelOrder, _ request: UserRequest
    ) async throws {
        design = try order.design()
        (self.source, self.order, environment) = (source, order, request.environment)
        prints = request.access.labelPrints(of: source.uuid)
        printed = order.onlyNew ? try await prints.payloads() : nil
    }

    /// Returns a PDF file with all sheets, and records that they are printed.
    /// - Throws: `Problem` (422).
    func pdf() async throws -> [UInt8] {
        let (bytes, labels) = try await environment.snapshots.readLong { reader in
            var bytes: [UInt8] = []
            let labels = try draw(design, to: .pdf { bytes += $0 }, in: reader)
            return (bytes, labels.items.map(\.printed))
        }
        try await record(labels, "pdf")
        return bytes
    }

    /// Returns all sheets as addresses of PNG images (RFC 2397), and records that they are printed.
    /// - Throws: `Problem` (422), also for more sheets than browsers print well.
    func images() async throws -> [String] {
        let (images, labels) = try await environment.snapshots.readLong { reader in
            var images: [String] = []
            let target = SheetTarget.pictures(dotsPerInch: Self.printResolution) {
                images.append(Self.address(of: $0))
            }
            let labels = try draw(design, to: target, upTo: Self.maxPrintedSheets, in: reader)
            return (images, labels.items.map(\.printed))
        }
        try await record(labels, "browser")
        return images
    }

    private func record(_ labels: [LabelPrintTable.Label], _ target: String) async throws {
        try await prints.record(
            labels, of: LabelPrintTable.Print(layout: design.layout.name, target: target))
    }

    /// Returns a picture of the first sheet.
    /// - Throws: `Problem` (422).
    func preview() async throws -> LabelPreview {
        var first = design
        first.pages = 1...1
        let paper = design.layout.page
        let inches = max(paper.width, paper.height) / 25.4
        let resolution = min(Self.printResolution, Self.previewSide / inches)
        return try await environment.snapshots.readLong { [first] reader in
            var image: String?
            let target = SheetTarget.pictures(dotsPerInch: resolution) {
                image = Self.address(of: $0)
            }
            let labels = try draw(first, to: target, in: reader)
            return LabelPreview(image: image, previewText: text(labels))
        }
    }

    /// Returns the number of labels and pages, and which were printed with another content.
    private func text(_ labels: Labels) -> String {
        let count = labels.items.count
        let pages = SheetPlan(design, labels: count).pages
        let numbers = localized(
            """
            \(ShortText.count(count * design.copies, "label")) on \
            \(ShortText.count(pages, "page"))
            """)
        guard !labels.changed.isEmpty else { return numbers }
        let listed = labels.changed.prefix(Self.maxListed).map(TerminalText.limited)
        let more = labels.changed.count - listed.count
        let changed =
            more > 0
            ? localized("Printed before with another content: \(listed.listed) and \(more) more.")
            : localized("Printed before with another content: \(listed.listed).")
        return numbers + ". " + changed
    }

    private static func address(of png: [UInt8]) -> String {
        "data:image/png;base64," + Data(png).base64EncodedString()
    }

    /// Draws the sheets of a design; returns all labels of the order, without copies.
    private func draw(
        _ design: LabelDesign, to target: SheetTarget, upTo maxPages: Int = .max,
        in reader: any SnapshotReader
    ) throws -> Labels {
        guard let info = try reader.info(of: source.vehicles) else {
            throw Problem(.unprocessableContent, "The feed has not been read yet.")
        }
        let rotation = source.source.rotation(observed: info.rotation)
        let labels = try labels(info, rotation, in: reader)
        let lines = try order.lines(of: source, info, rotation)
        let (items, count) = (labels.items, labels.items.count)
        do {
            let writer = try SheetWriter(
                design, title: localized("Labels of \(source.name)"), labels: count, to: target)
            let plan = SheetPlan(design, labels: count)
            guard plan.pages <= maxPages else {
                throw Problem(
                    .unprocessableContent,
                    """
                    A browser prints at most \(maxPages) pages at once. Download the PDF instead, or \
                    print fewer labels.
                    """)
            }
            let pages = design.pages.map { plan.labels(on: $0) } ?? items.indices
            writer.skip(pages.lowerBound)
            for item in items[pages] {
                try Task.checkCancellation()
                let symbol = try Symbol(
                    item.payload, level: order.level, boosted: true, addingUTF8ECI: true)
                let text = lines.lines(ofID: item.id, item.vehicle)
                try writer.add(Label(symbol, lines: text, id: item.id))
            }
            _ = try writer.finish()
        } catch let error as LabelError {
            throw Problem(.unprocessableContent, .verbatim(error.text))
        } catch is QRCodeError {
            throw Problem(.unprocessableContent, "An ID is too long for a QR code.")
        }
        return labels
    }

    /// Returns the labels of the order.
    /// - Throws: `Problem` (422) if there is none, or there are too many.
    private func labels(
        _ info: SnapshotInfo, _ rotation: IDRotation, in reader: any SnapshotReader
    ) throws -> Labels {
        let rule = LinkRule(info.feed)
        var labels = Labels()
        try forEachVehicle(in: reader) { vehicle in
            let payload = try order.payload(of: vehicle, source, rotation, rule, environment)
            let item = Labels.Item(
                vehicle: vehicle, id: source.labelID(of: vehicle), payload: payload)
            if let printed {
                let last = printed[LabelPrintTable.Label.text(of: Array(item.id.utf8))]
                guard last != LabelPrintTable.Label.text(of: payload) else { return }
                if last != nil { labels.changed.append(item.id) }
            }
            labels.items.append(item)
            guard labels.items.count * design.copies <= Self.maxLabels else {
                throw Problem(
                    .unprocessableContent,
                    "One document has at most \(Self.maxLabels) labels, and these are more.")
            }
        }
        guard !labels.items.isEmpty else {
            throw Problem(
                .unprocessableContent,
                printed == nil
                    ? "The source has no vehicles." : "All these labels are printed already.")
        }
        return labels
    }

    /// Calls `body` with the vehicles of the order, or all of the source.
    private func forEachVehicle(
        in reader: any SnapshotReader, _ body: (Vehicle) throws -> Void
    ) throws {
        guard !order.ids.isEmpty else {
            return try reader.forEachVehicle(VehicleQuery(), of: source.vehicles, body)
        }
        for id in order.ids {
            guard let found = try source.resolver.find(id, .exact, in: reader) else {
                throw Problem(
                    .unprocessableContent,
                    "There is no vehicle \(TerminalText.limited(id)) in \(source.name).")
            }
            try body(found.vehicle)
        }
    }
}

/// The preview of an order, as the page and its script show it.
struct LabelPreview: Encodable {
    /// The first sheet as the address of a PNG image; `nil` if there is none.
    var image: String?
    /// The number of labels and pages, or why there is no sheet.
    var previewText: String
}

extension LabelError {
    /// The problem in one sentence.
    fileprivate var text: String {
        func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
        return switch self {
        case .symbolDoesNotFit(let needed, let available):
            localized(
                """
                A label is too small for its QR code, which needs \(rounded(needed)) mm and \
                has \(rounded(available)) mm.
                """)
        case .textDoesNotFit(let text, let needed, let available):
            localized(
                """
                The text “\(TerminalText.limited(text))” of a label needs \
                \(ShortText.count(needed, "row")) and has room for \(available).
                """)
        case .textTooLong(let count, let limit):
            localized(
                """
                A text of \(count) characters is too long for a label; at most \(limit) are \
                possible.
                """)
        case .outsideOfPage(let excess):
            localized(
                """
                The correction of the printer moves the print \(rounded(excess)) mm beyond \
                the page.
                """)
        case .positionOutOfRange(_, let limit):
            localized("The positions of a page are numbers from 1 to \(limit).")
        case .positionsOnRoll:
            localized("A roll has no positions: each label is a page.")
        case .noFreePosition: localized("No label of the first page is free.")
        case .textTooTall: localized("The text of a label has too many combining marks.")
        case .imageTooLarge:
            localized("A label is too large for a picture. Download the PDF instead.")
        case .startOutOfRange, .copiesOutOfRange, .quietZoneOutOfRange, .correctionOutOfRange,
            .size, .missingLibrary, .outOfMemory, .libraryError:
            localized("A label does not fit: \("\(self)").")
        }
    }
}
