/// A sensor that entered the alarm state.
public struct Alarm: Equatable, Sendable {
    /// The kind of thing that the sensor belongs to.
    public enum Subject: Sendable {
        case site
        case vehicle
    }

    /// The kind of thing that the sensor belongs to.
    public var subject: Subject
    /// The ID of the site or vehicle.
    public var id: String
    /// The name of the site.
    public var name: String?
    /// The position of the site or vehicle.
    public var position: Position?
    /// The value that raised the alarm.
    public var measurement: Measurement

    /// Creates an alarm.
    public init(
        _ measurement: Measurement, in subject: Subject, id: String, name: String? = nil,
        position: Position? = nil
    ) {
        self.measurement = measurement
        self.subject = subject
        self.id = id
        self.name = name
        self.position = position
    }
}
