/// What the service answers.
public enum ServiceFailure: FailureGroup {
    /// A status other than success.
    case status(Int)
    /// HTTP status 202: the data is not ready yet.
    case notReady
    /// A team's server cannot read the vehicles of a system with stations; with the cause.
    case serverLacksVehicles(String)
    /// The simulated service failed on request.
    case simulatedServerError

    var words: Words {
        switch self {
        case .status(let status):
            Words(.service, "HTTP status \(status)", Self.hint(of: status))
        case .notReady:
            Words(.service, "the data is not ready yet (HTTP status 202)", "try again later")
        case .serverLacksVehicles(let cause):
            Words(.service, "the server cannot read the vehicles (\(cause))", "try again later")
        case .simulatedServerError:
            Words(.service, "internal server error (simulated)", "try again later")
        }
    }

    private static func hint(of status: Int) -> LocalizedText {
        switch status {
        case 404, 410: "check the address; the service has no such feed"
        case 406: "check the address; the service refuses each version of MDS that is asked for"
        case 403, 429:
            "the service limits how often it is read; wait some minutes before the next try"
        default: "try again later"
        }
    }
}
