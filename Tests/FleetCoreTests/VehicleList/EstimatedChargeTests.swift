import Testing

@testable import FleetCore

@Suite("Estimated charges") struct EstimatedChargeTests {
    @Test(
        "An estimated charge is marked in every format",
        arguments: ListFormat.allCases.filter { $0 != .xlsx })
    func estimated(format: ListFormat) throws {
        func text(isEstimated: Bool) throws -> String {
            var vehicle = Samples.full()
            vehicle.battery = Battery(percent: 15.25, isEstimated: isEstimated)
            vehicle.currentFuelPercent = nil
            return String(decoding: try Samples.written([vehicle], as: format).bytes, as: UTF8.self)
        }
        let (exact, estimated) = (try text(isEstimated: false), try text(isEstimated: true))
        switch format {
        case .table: #expect(estimated.contains(" ~15.3% ") && !exact.contains("~"))
        case .json, .ndjson, .geojson:
            #expect(estimated.contains(#""battery_percent":15.25,"battery_estimated":true,"#))
            #expect(!exact.contains("battery_estimated"))
        case .csv:
            #expect(estimated.contains(",15.25,true,") && exact.contains(",15.25,,"))
            #expect(exact.contains(",battery_percent,battery_estimated,"))
        case .xlsx: Issue.record("a workbook is no text")
        // GBFS has no estimates.
        case .gbfs:
            #expect(exact.contains("current_fuel_percent"))
            #expect(!estimated.contains("current_fuel_percent"))
        }
    }
}
