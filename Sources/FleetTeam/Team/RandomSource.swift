/// Source of random bytes for secrets and IDs.
public struct RandomSource: Sendable {
    private let fill: @Sendable (_ count: Int) -> [UInt8]

    /// Creates a source; `fill` returns the requested number of unpredictable bytes.
    public init(_ fill: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        self.fill = fill
    }

    /// The random number generator of the system, which is cryptographically secure.
    public static let system = RandomSource { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    func bytes(_ count: Int) -> [UInt8] { fill(count) }
}
