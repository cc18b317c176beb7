import FleetCore
import FleetRuntime
import FleetService
import Logging

extension Logger {
    /// Logs when feeds of sources fail and when they are read again, until their updates end.
    func logFailures(of sources: SourcePool) async {
        var failures = FailureLog()
        for await update in sources.updates() {
            guard case .state(let uuid, let feed, let state) = update,
                let source = sources.all.first(where: { $0.uuid == uuid })
            else { continue }
            let name = "\(uuid) \(feed.rawValue)"
            guard let entry = failures.entry(of: name, for: state) else { continue }
            var facts: Metadata = ["source": "\(source.name)", "feed": "\(feed.rawValue)"]
            switch entry {
            case .failed(let failure, let since, let retryAt):
                facts["cause"] = "\(failure.cause)"
                facts["since"] = "\(DiagnosticLog.text(since))"
                facts["next"] = retryAt.map { "\(DiagnosticLog.text($0))" }
                warning("source failed", metadata: facts)
            case .recovered(let time):
                facts["seconds"] = .stringConvertible(Int(time.seconds.rounded()))
                notice("source recovered", metadata: facts)
            }
        }
    }
}
