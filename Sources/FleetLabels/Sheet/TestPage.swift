import QRCode

/// Content of a page that shows how far a printer is off: outlines of the labels, rulers in
/// millimetres, and the options that correct it.
///
/// All of it is drawn with the correction in use.
struct TestPage {
    /// Lengths of the ticks of a ruler in millimetres: each millimetre, each fifth and each tenth.
    private struct Ticks {
        let lengths: (one: Double, five: Double, ten: Double)

        /// Outside of the labels.
        static let outside = Ticks(lengths: (1, 1.5, 2))
        /// In the margin inside the edges of a label, which has no print.
        static let inside = Ticks(lengths: (0.4, 0.7, LabelRoom.margin))

        func length(at millimetre: Int) -> Double {
            if millimetre % 10 == 0 { return lengths.ten }
            return millimetre % 5 == 0 ? lengths.five : lengths.one
        }
    }

    private static let fontSize = 5.0
    /// Distance between a tick and its number.
    private static let gap = 0.4
    /// Width of a margin of the page that has room for ticks and numbers.
    private static let rulerRoom = 6.0
    /// Half the size of the cross in the middle of the page.
    private static let cross = 5.0

    private let design: LabelDesign
    private let reachesEdge: Bool
    private let sample: Frame
    private let line: TextLine
    private let note: TestPageNote?
    /// Dots per millimetre.
    private let scale: Double

    /// - Parameters:
    ///   - sample: The position of the label on the page, from 0.
    ///   - reachesEdge: Whether the quiet zone of its symbol uses the margins of the label.
    init(_ design: LabelDesign, sample: Int, reachesEdge: Bool) throws(LabelError) {
        self.design = design
        self.reachesEdge = reachesEdge
        self.sample = design.frame(ofLabel: sample)
        line = try TextLine()
        scale = design.dotsPerInch / Length.millimetresPerInch
        note =
            design.layout.isRoll
            ? nil
            : try TestPageNote(design, sample: sample, cross: Self.crossFrame(design))
    }

    private static func crossFrame(_ design: LabelDesign) -> Frame {
        let page = design.layout.page
        let (x, y) = (
            design.correction.x(page.width / 2), design.correction.y(page.height / 2)
        )
        return Frame(left: x - cross, top: y - cross, right: x + cross, bottom: y + cross)
    }

    func draw(on pages: PDFPages) throws(LabelError) {
        if design.layout.isRoll { return drawRoll(on: pages) }
        for index in 0..<design.layout.labelsPerPage {
            let frame = design.frame(ofLabel: index)
            if let note, note.isAcrossLabels, frame.intersects(note.frame) { continue }
            outline(frame, on: pages)
        }
        let (left, top) = (design.layout.left, design.layout.top)
        drawRuler(.across, along: top, isOutside: top >= Self.rulerRoom, on: pages)
        drawRuler(.down, along: left, isOutside: left >= Self.rulerRoom, on: pages)
        let cross = Self.crossFrame(design)
        if !cross.intersects(sample) {
            let (x, y) = ((cross.left + cross.right) / 2, (cross.top + cross.bottom) / 2)
            draw(from: (cross.left, y), to: (cross.right, y), on: pages)
            draw(from: (x, cross.top), to: (x, cross.bottom), on: pages)
        }
        stroke(on: pages)
        note?.draw(on: pages)
    }

    /// Draws an outline inside the edges of the label, and ticks around it.
    private func drawRoll(on pages: PDFPages) {
        let (label, correction) = (design.layout.label, design.correction)
        // A line in the quiet zone would make the symbol harder to read.
        let inset = reachesEdge ? LabelRoom.margin / 4 : LabelRoom.margin
        outline(
            Frame(
                left: correction.x(inset), top: correction.y(inset),
                right: correction.x(label.width - inset),
                bottom: correction.y(label.height - inset)), on: pages)
        let ticks = Ticks.inside
        for millimetre in 0...Int(label.width) {
            let (x, length) = (correction.x(Double(millimetre)), ticks.length(at: millimetre))
            let (start, end) = (inset, inset * (1 - length / LabelRoom.margin))
            draw(from: (x, correction.y(start)), to: (x, correction.y(end)), on: pages)
        }
        for millimetre in 0...Int(label.height) {
            let (y, length) = (correction.y(Double(millimetre)), ticks.length(at: millimetre))
            let (start, end) = (inset, inset * (1 - length / LabelRoom.margin))
            draw(from: (correction.x(start), y), to: (correction.x(end), y), on: pages)
        }
        stroke(on: pages)
    }
}

extension TestPage {
    private enum Direction {
        case across, down
    }

    /// Draws a ruler from the edge of the page along the first edge of the labels.
    private func drawRuler(
        _ direction: Direction, along edge: Double, isOutside: Bool, on pages: PDFPages
    ) {
        let (page, correction) = (design.layout.page, design.correction)
        let isAcross = direction == .across
        let length = isAcross ? page.width : page.height
        let start = isAcross ? correction.y(edge) : correction.x(edge)
        let ticks = isOutside ? Ticks.outside : Ticks.inside
        for millimetre in 0...Int(length) {
            let position =
                isAcross ? correction.x(Double(millimetre)) : correction.y(Double(millimetre))
            guard 0...length ~= position else { continue }
            let tick = ticks.length(at: millimetre)
            let end = isOutside ? start - tick : start + tick
            if isAcross {
                draw(from: (position, start), to: (position, end), on: pages)
            } else {
                draw(from: (start, position), to: (end, position), on: pages)
            }
            if millimetre % 10 == 0, millimetre > 0 {
                draw(number: millimetre, direction, at: position, end, isOutside, on: pages)
            }
        }
    }

    /// Draws the number of a tick; not where it would be in a label with other content.
    private func draw(
        number: Int, _ direction: Direction, at position: Double, _ end: Double, _ isOutside: Bool,
        on pages: PDFPages
    ) {
        let width = Length.millimetres(
            points: Self.fontSize * line.set(PrintableText("\(number)")))
        // Digits are 0.7 of the font size high.
        let height = 0.7 * Length.millimetres(points: Self.fontSize)
        let left: Double, bottom: Double
        switch direction {
        case .across:
            left = position - width / 2
            bottom = isOutside ? end - Self.gap : end + Self.gap + height
        case .down:
            left = isOutside ? end - Self.gap - width : end + Self.gap
            bottom = position + height / 2
        }
        let frame = Frame(left: left, top: bottom - height, right: left + width, bottom: bottom)
        guard frame.excess(over: design.layout.page) == 0, !frame.intersects(sample),
            !(note.map { frame.intersects($0.frame) } ?? false)
        else { return }
        pages.draw(line, x: left, y: bottom, fontSize: Self.fontSize)
    }

    private func outline(_ frame: Frame, on pages: PDFPages) {
        draw(from: (frame.left, frame.top), to: (frame.right, frame.top), on: pages)
        draw(from: (frame.right, frame.top), to: (frame.right, frame.bottom), on: pages)
        draw(from: (frame.right, frame.bottom), to: (frame.left, frame.bottom), on: pages)
        draw(from: (frame.left, frame.bottom), to: (frame.left, frame.top), on: pages)
    }

    /// Adds a line between two points, in millimetres.
    private func draw(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), on pages: PDFPages
    ) {
        pages.move(x: (start.x * scale).rounded(), y: (start.y * scale).rounded())
        pages.line(x: (end.x * scale).rounded(), y: (end.y * scale).rounded())
    }

    /// Draws the lines, a tenth of a millimetre wide.
    private func stroke(on pages: PDFPages) { pages.stroke(width: scale / 10) }
}
