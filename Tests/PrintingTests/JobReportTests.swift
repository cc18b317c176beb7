import Testing

@testable import Printing

@Suite("States and reasons of printers are words")
struct JobReportTests {
    @Test(
        "Each state of a job is one of ours",
        arguments: [
            (3, 3, .sent), (4, 3, .waiting(reasons: ["the job is held"])),
            (5, 4, .printing(reasons: [])), (5, 5, .waiting(reasons: ["it is stopped"])),
            (6, 5, .waiting(reasons: ["it is stopped"])),
            (7, 3, .failed(reasons: ["the job was cancelled"])),
            (8, 3, .failed(reasons: ["the printer aborted the job"])), (9, 3, .done),
            (10, 3, .unknown), (nil, 3, .unknown), (-1, nil, .unknown),
        ] as [(Int?, Int?, PrintState)])
    func states(job: Int?, printer: Int?, state: PrintState) {
        #expect(JobReport(jobState: job, printerState: printer).state == state)
    }

    @Test("Reasons are in words, each once, whatever their severity")
    func reasons() {
        let report = JobReport(
            jobState: 5, jobReasons: ["job-printing", "printer-stopped"], printerState: 5,
            printerReasons: [
                "media-empty-error", "media-empty-report", "none", "toner-low-warning",
                "offline-report", "com.example-tray \u{1B}[31mopen",
            ])
        #expect(
            report.state
                == .waiting(reasons: [
                    "it has no paper", "its toner is low", "it is offline",
                    "com.example-tray [31mopen", "it is stopped",
                ]))
    }

    @Test("A failed job has its own reasons, and the last message of its driver")
    func failed() {
        var report = JobReport(
            jobState: 8, jobReasons: ["aborted-by-system", "document-format-error"],
            printerReasons: ["media-empty"])
        report.message = "Filter\nfailed"
        #expect(
            report.state
                == .failed(reasons: [
                    "the printer aborted the job", "the printer could not read the document",
                    "Filter failed",
                ]))
        report = JobReport(jobState: 9, jobReasons: ["job-completed-with-errors"])
        #expect(
            report.state == .failed(reasons: ["the printer reports errors while it printed"]))
    }

    @Test("Many and long reasons are cut")
    func long() {
        let reasons = (0..<1000).map { "\($0)" + String(repeating: "x", count: 5000) }
        guard case .printing(let words, _) = JobReport(jobState: 5, jobReasons: reasons).state
        else {
            Issue.record("not printing")
            return
        }
        #expect(words.count == 32)
        #expect(words.allSatisfy { $0.count == 200 })
    }
}
