import FleetCore

@testable import FleetService

/// Actions in words, so that a table of expectations can be read.
extension ServiceMachine.Action {
    var words: String {
        switch self {
        case .request(let generation): "request \(generation)"
        case .wait(let until, let generation): "wait \(generation) \(seconds(until))"
        case .dispose(let generation): "dispose \(generation)"
        case .cancelWait: "cancel wait"
        case .proceed(.load): "load"
        case .proceed(.commit): "commit"
        case .proceed(.remember(let backOff, _)): "remember \(backOff.attempt)"
        case .publish(let state): "show \(state.words)"
        case .settle(let callers, .success(let info)): "tell \(callers) r\(info.revision)"
        case .settle(let callers, .failure(let error)): "tell \(callers) \(error.words)"
        case .finish: "finish"
        }
    }
}

extension ServiceState {
    var words: String {
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
    var words: String {
        switch self {
        case .failed: "failed"
        case .leftAlone(_, let until): "left alone \(seconds(until))"
        case .stopped: "stopped"
        case .cancelled: "cancelled"
        }
    }
}

extension ServiceMachine.Phase {
    var words: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .committing: "committing"
        case .live(let live): live.poll == nil ? "live" : "polling"
        case .disposing(let disposal): disposal.purpose == .stop ? "ending" : "renewing"
        case .failed: "failed"
        case .stopped(let stopped): stopped.isCancelled ? "stopped" : "resting"
        }
    }
}

private func seconds(_ time: Timestamp) -> String {
    "+\(Double((time - origin).milliseconds) / 1000)"
}
