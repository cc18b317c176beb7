/// Runs things to be compared in turn, A B A B …, so that whatever else the machine does meets all of
/// them alike.
enum Rounds {
    /// Something that is run once a round and says what it cost.
    typealias Contender = () throws -> Usage

    /// Runs every contender once unmeasured and then once a round.
    /// - Returns: the median costs of each contender, in their order.
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
