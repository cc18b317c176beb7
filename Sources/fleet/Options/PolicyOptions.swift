import ArgumentParser
import FleetCore
import FleetOutput
import FleetRuntime

/// The options of a report about policies.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Compare with the rules of an MDS Policy document.", valueName: "file|url"),
        completion: .file(extensions: ["json"]))
    var policy: String?

    @Option(
        help: ArgumentHelp(
            "The MDS Geography document with the areas of the policies. (default: the document "
                + "geographies beside policies)", valueName: "file|url"),
        completion: .file(extensions: ["json"]))
    var geographies: String?

    @Option(
        help: ArgumentHelp(
            "The provider_id of the operator: leave out policies for other providers.",
            valueName: "uuid"))
    var provider: String?

    @Flag(help: "List each violation instead of each rule.")
    var violations = false

    func validate() throws {
        let used: UsedOptions = [
            "--geographies": geographies != nil, "--provider": provider != nil,
            "--violations": violations,
        ]
        try used.require("--policy", policy != nil)
    }

    /// Names of the fields of its lists.
    static var fieldNames: [String] {
        PolicyReport.fieldNames(ofViolations: false) + PolicyReport.fieldNames(ofViolations: true)
    }

    /// Returns the request of the options; `nil` without a policy.
    func request(_ period: HistoryPeriod) -> PolicyRequest? {
        policy.map { policy in
            var request = PolicyRequest(period: period, policies: policy)
            (request.geographies, request.provider) = (geographies, provider)
            return request
        }
    }
}
