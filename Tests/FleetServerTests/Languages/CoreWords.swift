import FleetTestSupport
import Foundation

@testable import FleetCore
@testable import FleetServer

/// The values of lists that pages show as texts, and the texts that are made of them.
enum CoreWords {
    static let all: Set<String> = {
        let states =
            VehicleState.allCases.map(\.name) + Measurement.State.allCases.map(\.rawValue)
        let quantities = Quantity.allCases.flatMap { quantity in
            [quantity.englishLabel, "no " + quantity.englishLabel]
                + [true, false].map { quantity.text(of: $0) }
        }
        let events = VehicleEvent.Kind.allCases.map(\.label)
        let columns = VehicleColumn.allCases.filter { $0 != .id }.map(\.name)
        let orders = SortField.allCases.map(\.phrase)
        let times = ShortText.relativeTimes + ShortText.durations
        return Set(
            states + quantities + events + columns + orders + times + FormFactor.allNames
                + tones())
    }()

    /// The tones that the style sheet shows.
    private static func tones() -> [String] {
        let style = WebFile.all.first { $0.path == "assets/fleet.css" }?.text ?? ""
        let names = Set(style.matches(of: /\.t-([a-z]+)/).map { String($0.output.1) })
        return names.filter { VehicleColor($0) != nil && Tone(rawValue: $0) == nil }
    }
}
