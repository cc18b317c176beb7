/// How much there is to read.
public enum SizeFailure: FailureGroup {
    /// Larger than the limit after decompression, in bytes.
    case tooLarge(limit: Int64)
    /// Larger than the budget of the source; with the size, if it is known.
    case overBudget(SourceBudget.Measure, limit: Int64, size: Int64? = nil)
    /// One value, such as a zone, is larger than the limit, in bytes.
    case largeValue(limit: Int64)
    /// Compressed more than plausible for text.
    case suspiciousCompression
    /// The feed needs more requests than one refresh may make.
    case requestLimit(Int)
    /// The pages of a feed have more than may be read; with a phrase that follows `the feed`.
    case pageLimit(String)
    /// The server was killed while it read the source, so often in a row.
    case readerKilled(times: Int)

    var words: Words {
        switch self {
        case .tooLarge(let limit):
            Words(.content, "larger than \(limit / 1_048_576) MiB", Self.checkTheAddress)
        case .overBudget(let measure, let limit, let size):
            Words(
                .content,
                size.map {
                    "has \(measure.amount($0)); the budget of the source is \(measure.amount(limit))"
                } ?? "has more than \(measure.amount(limit)), the budget of the source",
                "if this is right, run `fleet source edit NAME \(measure.option(toExceed: limit, size: size))`"
            )
        case .largeValue(let limit):
            Words(
                .content, "one value in it is larger than \(limit / 1_048_576) MiB",
                Self.checkTheAddress)
        case .suspiciousCompression:
            Words(.content, "the compression ratio is too high for a feed", Self.checkTheAddress)
        case .requestLimit(let limit):
            Words(
                .connection, "the feed needs more than \(limit) requests",
                "use the address of the vehicle feed instead of gbfs.json")
        case .pageLimit(let detail):
            Words(
                .content, "the feed \(detail)",
                "nothing was stored; ask the operator for larger pages, or for a part of the fleet"
            )
        case .readerKilled(let times):
            Words(
                .content,
                times == 1
                    ? "the server was killed while it read this source"
                    : "the server was killed \(times) times while it read this source",
                "it is read again after a pause, or with `fleet refresh`; reduce its --budget, or give the server more memory"
            )
        }
    }

    private static var checkTheAddress: LocalizedText {
        "check the address; this does not look like a vehicle feed"
    }
}
