public import ArgumentParser
public import FleetLabels

extension LabelArrangement: ExpressibleByArgument {}

/// Positions of a page on the command line, such as `3,17` or `1-4,9`.
struct PositionsArgument: ExpressibleByArgument {
    let positions: [Int]

    init?(argument: String) {
        guard let positions = SheetLayout.positions(argument) else { return nil }
        self.positions = positions
    }
}

/// A shift on the command line, in millimetres to the right and down, such as `1,-0.5mm`.
struct ShiftArgument: ExpressibleByArgument {
    let x: Double
    let y: Double

    init?(argument: String) {
        guard let shift = PrintCorrection.shift(argument) else { return nil }
        (x, y) = shift
    }
}

/// A scale on the command line, for both directions or for each, such as `99.7%` or `99.7%,100.2%`.
struct AdjustArgument: ExpressibleByArgument {
    let x: Double
    let y: Double

    init?(argument: String) {
        guard let scale = PrintCorrection.scale(argument) else { return nil }
        (x, y) = scale
    }
}
