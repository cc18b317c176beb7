import ArgumentParser
import FleetCore

/// `TYPE_ID=COLOUR` on the command line.
struct TypeColor: ExpressibleByArgument, Sendable {
    let typeID: String
    let color: VehicleColor

    init?(argument: String) {
        guard let equals = argument.lastIndex(of: "="), equals > argument.startIndex,
            let color = VehicleColor(argument[argument.index(after: equals)...])
        else { return nil }
        typeID = String(argument[..<equals])
        self.color = color
    }
}
