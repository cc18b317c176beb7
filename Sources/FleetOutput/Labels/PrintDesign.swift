package import FleetLabels
import Foundation
import QRCode

/// How the labels of a print job are drawn and sent, as it is stored with the job.
///
/// All of it is stored, so that a resumed job looks the same.
package struct PrintDesign {
    package var labels: LabelDesign
    package var encoding: EncodingOptions
    package var language: PrinterLanguage

    package init(_ labels: LabelDesign, _ encoding: EncodingOptions, _ language: PrinterLanguage) {
        (self.labels, self.encoding, self.language) = (labels, encoding, language)
    }

    /// The design as JSON.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(Stored(self)), as: UTF8.self)
        }
    }

    /// Reads a design; returns `nil` if it is not that of this version.
    init?(json: String) {
        let stored = try? JSONDecoder().decode(Stored.self, from: Data(json.utf8))
        guard let design = stored?.design else { return nil }
        self = design
    }
}

/// The members of a design in JSON; all lengths are in millimetres.
private struct Stored: Codable {
    /// The name of the layout; `nil` for a custom one.
    var layout: String?
    /// Width and height of the page and of a label, left and top margin, and the gaps.
    var custom: [Double]?
    var grid: [Int]?
    var side: Double?
    var dpi: Double
    var quietZone: Int
    var foreground: [UInt8]
    var background: [UInt8]
    var cutMarks: Bool
    var start: Int
    var copies: Int
    var pages: [Int]?
    var arrangement: String?
    var positions: [Int]?
    var printedPositions: [Int]?
    var used: [Int]?
    /// Shift to the right and down, and the scales.
    var correction: [Double]
    var level: String
    var boosts: Bool
    var verifies: Bool
    var language: String

    init(_ design: PrintDesign) {
        let labels = design.labels
        let layout = labels.layout
        if SheetLayout.named(layout.name) == layout {
            self.layout = layout.name
        } else {
            custom = [
                layout.page.width, layout.page.height, layout.label.width, layout.label.height,
                layout.left, layout.top, layout.pitchX - layout.label.width,
                layout.pitchY - layout.label.height,
            ]
            grid = [layout.columns, layout.rows]
        }
        (side, dpi, quietZone) = (labels.side, labels.dotsPerInch, labels.quietZone)
        foreground = Self.components(labels.colors.foreground)
        background = Self.components(labels.colors.background)
        (cutMarks, start, copies) = (labels.cutMarks, labels.start, labels.copies)
        pages = labels.pages.map { [$0.lowerBound, $0.upperBound] }
        arrangement = labels.arrangement?.rawValue
        (positions, printedPositions) = (labels.positions, labels.printedPositions)
        used = labels.used.isEmpty ? nil : labels.used.sorted()
        let shift = labels.correction
        correction = [shift.shiftX, shift.shiftY, shift.scaleX, shift.scaleY]
        (level, boosts) = (design.encoding.level.rawValue, design.encoding.boosts)
        (verifies, language) = (design.encoding.verifies, design.language.rawValue)
    }

    private static func components(_ color: RGB) -> [UInt8] {
        [color.red, color.green, color.blue]
    }

    private static func color(_ components: [UInt8]) -> RGB? {
        guard components.count == 3 else { return nil }
        return RGB(red: components[0], green: components[1], blue: components[2])
    }

    private var sheetLayout: SheetLayout? {
        if let layout { return SheetLayout.named(layout) }
        guard let custom, custom.count == 8, let grid, grid.count == 2 else { return nil }
        return try? SheetLayout(
            page: PaperSize(width: custom[0], height: custom[1]), columns: grid[0], rows: grid[1],
            label: PaperSize(width: custom[2], height: custom[3]), left: custom[4], top: custom[5],
            gapX: max(0, custom[6]), gapY: max(0, custom[7]))
    }

    var design: PrintDesign? {
        guard let layout = sheetLayout, let level = ErrorCorrection(rawValue: level),
            let language = PrinterLanguage(rawValue: language),
            let foreground = Self.color(foreground), let background = Self.color(background),
            correction.count == 4
        else { return nil }
        var design = LabelDesign(layout: layout)
        (design.side, design.dotsPerInch, design.quietZone) = (side, dpi, quietZone)
        design.colors = SymbolColors(foreground: foreground, background: background)
        (design.cutMarks, design.start, design.copies) = (cutMarks, start, copies)
        design.arrangement = arrangement.flatMap(LabelArrangement.init)
        (design.positions, design.printedPositions) = (positions, printedPositions)
        design.used = Set(used ?? [])
        if let pages {
            guard pages.count == 2, 1 <= pages[0], pages[0] <= pages[1] else { return nil }
            design.pages = pages[0]...pages[1]
        }
        design.correction = PrintCorrection(
            shiftX: correction[0], shiftY: correction[1], scaleX: correction[2],
            scaleY: correction[3])
        return PrintDesign(
            design, EncodingOptions(level: level, boosts: boosts, verifies: verifies), language)
    }
}
