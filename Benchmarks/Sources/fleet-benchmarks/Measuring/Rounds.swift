/// Interleaved runs of the contenders, A B A B …, so that other load on the machine affects all of
/// them equally.
enum Rounds {
    /// Closure that is run once per round and returns its resource usage.
    typealias Contender = () throws -> Usage

    /// Runs every contender once to warm up and then once per round.
    /// - Returns: Median usage of each contender, in their order.
    static func medians(
        _ rounds: Int, _ contenders: [Contender]
    ) throws -> [Usage] {
        for contender in contenders { _ = try contender() }
        var runs = contenders.map { _ in [Usage]() }
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                runs[index].append(try contender())
            }
        }
        return runs.map(Usage.median(of:))
    }
}
