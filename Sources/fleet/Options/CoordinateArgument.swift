import ArgumentParser
import FleetCore

/// A coordinate on the command line, `LAT,LON` in decimal degrees.
struct CoordinateArgument: ExpressibleByArgument, Sendable {
    let position: Position

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.trimmingSpaces) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let position = Position(latitude: latitude, longitude: longitude)
        else { return nil }
        self.position = position
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}
