/// The part of the scope that a limit or a check is about.
public enum AreaScope: Equatable, Sendable {
    /// Everywhere; for ``LimitRule/Indicator/vehiclesInNoParking`` where the zones of each source forbid
    /// to park.
    case everywhere
    /// A zone that each source has, by its name, ignoring ASCII case.
    case zone(String)
    /// An area of its own, such as that of a file.
    case area(name: String, ZoneArea)
}
