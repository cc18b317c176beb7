/// States and reasons that IPP and CUPS report for a job and its printer.
struct JobReport {
    /// `job-state` (RFC 8011, section 5.3.7).
    enum JobState: Int {
        case pending = 3
        case held, processing, stopped, canceled, aborted, completed
    }

    /// `printer-state` (RFC 8011, section 5.4.11).
    enum PrinterState: Int {
        case idle = 3
        case processing, stopped

        var described: PrinterDescription.State {
            switch self {
            case .idle: .idle
            case .processing: .printing
            case .stopped: .stopped
            }
        }
    }

    var jobState: Int?
    var jobReasons: [String] = []
    /// `job-impressions-completed` (RFC 8011, section 5.3.18.2).
    var impressions: Int?
    /// What the driver of the job reported last.
    var message: String?
    var printerState: Int?
    var printerReasons: [String] = []

    /// Whether the job will not change any more.
    var isFinal: Bool { (jobState ?? 0) >= JobState.canceled.rawValue }

    var state: PrintState {
        guard let job = jobState.flatMap(JobState.init(rawValue:)) else { return .unknown }
        let reasons = PrinterReason.words(for: printerReasons + jobReasons)
        switch job {
        case .pending: return reasons.isEmpty ? .sent : .waiting(reasons: reasons)
        case .held: return .waiting(reasons: reasons.isEmpty ? ["the job is held"] : reasons)
        // Many printers leave a job in this state while they lack paper.
        case .processing where printerState == PrinterState.stopped.rawValue, .stopped:
            return .waiting(reasons: reasons.isEmpty ? ["it is stopped"] : reasons)
        case .processing: return .printing(reasons: reasons, printed: impressions)
        case .canceled: return failed("the job was cancelled")
        case .aborted: return failed("the printer aborted the job")
        case .completed:
            return jobReasons.contains("job-completed-with-errors")
                ? failed("the printer reports errors") : .done
        }
    }

    /// The state of a job that failed; present reasons of the printer belong to other jobs.
    private func failed(_ cause: String) -> PrintState {
        let reasons = PrinterReason.words(for: jobReasons)
        let message = message.map(PrinterText.cleaned) ?? ""
        if reasons.isEmpty { return .failed(reasons: [message.isEmpty ? cause : message]) }
        return .failed(reasons: message.isEmpty ? reasons : reasons + [message])
    }
}
