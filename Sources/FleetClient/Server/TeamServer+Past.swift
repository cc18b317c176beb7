package import FleetCore
import FleetFeeds
import Foundation

extension TeamServer {
    /// Returns the recorded past of a vehicle of a source.
    package func past(ofVehicle id: String, of source: String, limit: Int) async throws
        -> VehiclePast
    {
        let response = try await send(
            .get, Self.path("sources", source, "vehicles", id, "events"),
            query: [("limit", "\(limit)")])
        return try decode(PastDocument.self, response).past
    }
}

/// The past of a vehicle in the API.
private struct PastDocument: Decodable {
    struct Charge: Decodable {
        var at: String
        var percent: Double

        enum CodingKeys: String, CodingKey {
            case at
            case percent = "battery_percent"
        }
    }

    enum CodingKeys: String, CodingKey {
        case vehicleID = "vehicle_id"
        case recordedSince = "recorded_since"
        case recordedUntil = "recorded_until"
        case next, events, battery
    }

    var vehicleID: String
    var recordedSince: String?
    var recordedUntil: String?
    var next: String?
    var events: [EventDetail]
    var battery: [Charge]

    var past: VehiclePast {
        var past = VehiclePast(vehicleID: vehicleID)
        past.recordedSince = recordedSince.flatMap { Timestamp(text: $0) }
        past.recordedUntil = recordedUntil.flatMap { Timestamp(text: $0) }
        past.next = next
        past.record(
            events.compactMap { event in
                event.at.flatMap { Timestamp(text: $0) }.map { VehiclePast.Event(at: $0, event) }
            },
            charges: battery.compactMap { charge in
                Timestamp(text: charge.at).map { Sample(at: $0, value: charge.percent) }
            })
        return past
    }
}
