import FleetCore
import FleetLabels
import FleetSQL
import FleetService
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
    /// Longer side of the preview in pixels.
    private static let previewSide = 1400.0

    let design: LabelDesign
    private let source: PolledSource
    private let order: LabelOrder
    private let environment: ServerEnvironment

    /// - Throws: `Problem` (422) for numbers that are not possible.
    init(
        of source: PolledSource, _ order: LabelOrder, _ environment: ServerEnvironment
    ) throws(Problem) {
        design = try order.design()
        (self.source, self.order, self.environment) = (source, order, environment)
    }

    /// Returns a PDF file with all sheets.
    /// - Throws: `Problem` (422).
    func pdf() async throws -> [UInt8] {
        try await environment.snapshots.read { reader in
            var bytes: [UInt8] = []
            try draw(design, to: .pdf { bytes += $0 }, in: reader)
            return bytes
        }
    }

    /// Returns all sheets as addresses of PNG images (RFC 2397).
    /// - Throws: `Problem` (422), also for more sheets than browsers print well.
    func images() async throws -> [String] {
        try await environment.snapshots.read { reader in
            var images: [String] = []
            let target = SheetTarget.pictures(dotsPerInch: Self.printResolution) {
                guard images.count < Self.maxPrintedSheets else {
                    throw Problem(
                        .unprocessableContent,
                        """
                        A browser prints at most \(Self.maxPrintedSheets) pages at once. Download \
                        the PDF instead, or print fewer labels.
                        """)
                }
                images.append(Self.address(of: $0))
            }
            try draw(design, to: target, in: reader)
            return images
        }
    }

    /// Returns a picture of the first sheet.
    /// - Throws: `Problem` (422).
    func preview() async throws -> LabelPreview {
        var first = design
        first.pages = 1...1
        let paper = design.layout.page
        let inches = max(paper.width, paper.height) / 25.4
        let resolution = min(Self.printResolution, Self.previewSide / inches)
        return try await environment.snapshots.read { [first] reader in
            var image: String?
            let target = SheetTarget.pictures(dotsPerInch: resolution) {
                image = Self.address(of: $0)
            }
            let labels = try draw(first, to: target, in: reader)
            let pages = SheetPlan(design, labels: labels).pages
            return LabelPreview(
                image: image,
                previewText: localized(
                    """
                    \(ShortText.count(labels * design.copies, "label")) on \
                    \(ShortText.count(pages, "page"))
                    """))
        }
    }

    private static func address(of png: [UInt8]) -> String {
        "data:image/png;base64," + Data(png).base64EncodedString()
    }

    /// Draws the sheets of a design; returns the number of labels on all its pages, without copies.
    @discardableResult
    private func draw(
        _ design: LabelDesign, to target: SheetTarget, in reader: any SnapshotReader
    ) throws -> Int {
        guard let info = try reader.info(of: source.vehicles) else {
            throw Problem(.unprocessableContent, "The feed has not been read yet.")
        }
        let vehicles = try vehicles(in: reader)
        let rotation = source.source.rotation(observed: info.rotation)
        let rule = LinkRule(info.feed)
        let lines = try order.lines(of: source, info, rotation)
        do {
            let writer = try SheetWriter(
                design, title: localized("Labels of \(source.name)"), labels: vehicles.count,
                to: target)
            let plan = SheetPlan(design, labels: vehicles.count)
            let printed = design.pages.map { plan.labels(on: $0) } ?? vehicles.indices
            writer.skip(printed.lowerBound)
            for vehicle in vehicles[printed] {
                let payload = try order.payload(of: vehicle, source, rotation, rule, environment)
                let symbol = try Symbol(
                    payload, level: order.level, boosted: true, addingUTF8ECI: true)
                let id = source.labelID(of: vehicle)
                try writer.add(Label(symbol, lines: lines.lines(ofID: id, vehicle), id: id))
            }
            _ = try writer.finish()
        } catch let error as LabelError {
            throw Problem(.unprocessableContent, .verbatim(error.text))
        } catch is QRCodeError {
            throw Problem(.unprocessableContent, "An ID is too long for a QR code.")
        }
        return vehicles.count
    }

    /// Returns the vehicles of the order, or all of the source.
    private func vehicles(in reader: any SnapshotReader) throws -> [Vehicle] {
        var vehicles: [Vehicle] = []
        if order.ids.isEmpty {
            var query = VehicleQuery()
            query.limit = Self.maxLabels + 1
            try reader.forEachVehicle(query, of: source.vehicles) { vehicles.append($0) }
            guard !vehicles.isEmpty else {
                throw Problem(.unprocessableContent, "The source has no vehicles.")
            }
        } else {
            vehicles = try order.ids.map { id in
                guard let found = try source.resolver.find(id, .exact, in: reader) else {
                    throw Problem(
                        .unprocessableContent,
                        "There is no vehicle \(TerminalText.limited(id)) in \(source.name).")
                }
                return found.vehicle
            }
        }
        let labels = vehicles.count * design.copies
        guard labels <= Self.maxLabels else {
            throw Problem(
                .unprocessableContent,
                """
                These are \(labels) labels; one document has at most \(Self.maxLabels).
                """)
        }
        return vehicles
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
        case .startOutOfRange, .copiesOutOfRange, .quietZoneOutOfRange, .correctionOutOfRange,
            .size, .missingLibrary, .outOfMemory, .libraryError, .imageTooLarge:
            localized("A label does not fit: \("\(self)").")
        }
    }
}
