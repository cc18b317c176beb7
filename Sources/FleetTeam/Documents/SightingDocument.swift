package import FleetCore
package import Foundation

/// A sighting in the API.
package struct SightingDocument: Document {
    package var id = UUID.zero
    package var source: String?
    package var vehicleID = ""
    package var lat = 0.0
    package var lon = 0.0
    package var accuracy: Double?
    package var seenAt = Timestamp(milliseconds: 0)
    package var reportedAt = Timestamp(milliseconds: 0)
    package var by: String?
    package var canUndo = false

    package init() {}

    /// Creates the document of a sighting.
    /// - Parameter source: The name of its source.
    package init(_ sighting: TeamSighting, source: String?) {
        (id, self.source, vehicleID) = (sighting.id, source, sighting.vehicleID)
        (lat, lon) = (sighting.position.latitude, sighting.position.longitude)
        (accuracy, seenAt) = (sighting.accuracy, sighting.seenAt)
        (reportedAt, by, canUndo) = (sighting.reportedAt, sighting.by, sighting.canUndo)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id)
        fields.visit("source", &source)
        fields.visit("vehicle_id", &vehicleID)
        fields.visit("lat", &lat)
        fields.visit("lon", &lon)
        fields.visit("accuracy", &accuracy, "Radius in metres; absent for a chosen location.")
        fields.visit("seen_at", &seenAt)
        fields.visit("reported_at", &reportedAt)
        fields.visit("by", &by, "Name of the person.")
        fields.visit("can_undo", &canUndo)
    }
}

/// A new sighting as a client sends it.
package struct NewSightingDocument: RequestDocument {
    package var lat = 0.0
    package var lon = 0.0
    package var accuracy: Double?
    package var seenAt: Timestamp?

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("lat", &lat, nil, .init(range: -90...90))
        fields.visit("lon", &lon, nil, .init(range: -180...180))
        fields.visit(
            "accuracy", &accuracy, "Radius in metres; absent for a location that somebody chose.",
            .init(range: 0...Sighting.maxAccuracy))
        fields.visit("seen_at", &seenAt, "A time in the last 24 hours; now by default.")
    }
}
