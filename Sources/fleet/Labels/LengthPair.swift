import ArgumentParser
import FleetLabels

/// Two lengths in millimetres on the command line, such as `63.5x38.1` or `15,7.2`.
struct LengthPair: ExpressibleByArgument {
    let first: Double
    let second: Double

    init?(argument: String) {
        let parts = argument.split(
            omittingEmptySubsequences: false, whereSeparator: { "x×,".contains($0) })
        guard parts.count == 2, let first = Double(parts[0]), let second = Double(parts[1]),
            first.isFinite, second.isFinite
        else { return nil }
        (self.first, self.second) = (first, second)
    }
}

/// The size of a page on the command line: `A4`, `letter`, or width and height in millimetres.
struct PageArgument: ExpressibleByArgument {
    let size: PaperSize

    init?(argument: String) {
        switch argument.lowercased() {
        case "a4": size = .a4
        case "letter": size = .usLetter
        default:
            guard let pair = LengthPair(argument: argument) else { return nil }
            size = PaperSize(width: pair.first, height: pair.second)
        }
    }
}
