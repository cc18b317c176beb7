import ArgumentParser
import FleetCore

/// The color of a vehicle type on the command line, `TYPE_ID=COLOR`.
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
