import FleetCore

@testable import FleetService

/// Short descriptions of actions, states and errors, for readable expectations.
extension ServiceMachine.Action {
    var summary: String {
        switch self {
        case .request(let generation): "request \(generation)"
        case .startTimer(let until, let generation): "timer \(generation) \(seconds(until))"
        case .dispose(let generation): "dispose \(generation)"
        case .cancelTimer: "cancel timer"
        case .proceed(.load): "load"
        case .proceed(.commit): "commit"
        case .proceed(.storeFailure(let backOff, _)): "store failure \(backOff.attempt)"
        case .publish(let state): "publish \(state.summary)"
        case .complete(let callers, .success(let info)): "complete \(callers) r\(info.revision)"
        case .complete(let callers, .failure(let error)): "complete \(callers) \(error.summary)"
        case .finish: "finish"
        }
    }
}

extension ServiceState {
    var summary: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .live(let info, let nextAt): "live r\(info.revision) \(seconds(nextAt))"
        case .failed(_, let retryAt, let attempt, _):
            "failed \(attempt) " + (retryAt.map(seconds) ?? "never")
        case .stopped(let failure, _): failure == nil ? "stopped" : "stopped by error"
        }
    }
}

extension RefreshError {
    var summary: String {
        switch self {
        case .failed: "failed"
        case .backingOff(_, let until): "backing off \(seconds(until))"
        case .stopped: "stopped"
        case .cancelled: "cancelled"
        }
    }
}

extension ServiceMachine.Phase {
    var summary: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .committing: "committing"
        case .live(let live): live.poll == nil ? "live" : "polling"
        case .disposing(let disposal): disposal.purpose == .stop ? "stopping" : "resubscribing"
        case .failed: "failed"
        case .stopped(let stopped): stopped.isPermanent ? "stopped" : "stopped by error"
        }
    }
}

private func seconds(_ time: Timestamp) -> String {
    "+\(Double((time - origin).milliseconds) / 1000)"
}
