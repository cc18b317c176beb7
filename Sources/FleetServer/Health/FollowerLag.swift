/// Time since a part of a server last read the states of the other servers.
package struct FollowerLag: Sendable {
    /// Name of the part in the metrics: `changes` of the vehicles, `leases` with the states of the
    /// sources, or the settings of the `sources`.
    package let name: String
    package let lag: Duration

    package init(_ name: String, _ lag: Duration) { (self.name, self.lag) = (name, lag) }
}
