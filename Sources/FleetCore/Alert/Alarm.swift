/// A sensor that began to give alarm.
public struct Alarm: Equatable, Sendable {
    /// What the sensor is part of.
    public enum Place: Sendable {
        case site
        case vehicle
    }

    /// What the sensor is part of.
    public var place: Place
    /// The code of the site or vehicle.
    public var id: String
    /// The name of the site.
    public var name: String?
    /// Where it is.
    public var position: Position?
    /// What the sensor tells.
    public var measurement: Measurement

    /// Creates the alarm of a sensor.
    public init(
        _ measurement: Measurement, in place: Place, id: String, name: String? = nil,
        position: Position? = nil
    ) {
        self.measurement = measurement
        self.place = place
        self.id = id
        self.name = name
        self.position = position
    }
}
