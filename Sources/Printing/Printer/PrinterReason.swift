/// Keywords by which printers say why they or their jobs are in a state.
///
/// Sources: `printer-state-reasons` and `job-state-reasons` (RFC 8011, sections 5.4.12 and 5.3.8),
/// with the additions of PWG 5100.1, PWG 5100.9 and CUPS.
enum PrinterReason {
    /// Returns the words for keywords in their order, each once; those without news are left out.
    static func words(for keywords: [String]) -> [String] {
        var result: [String] = []
        for keyword in keywords.prefix(32) {
            let words = words(for: keyword)
            if !words.isEmpty, !result.contains(words) { result.append(words) }
        }
        return result
    }

    /// Returns the words for a keyword; unknown ones as they are, and none for one without news.
    static func words(for keyword: String) -> String {
        var name = keyword
        for suffix in ["-report", "-warning", "-error"] where name.hasSuffix(suffix) {
            if table[name] == nil { name.removeLast(suffix.count) }
            break
        }
        if silent.contains(name) { return "" }
        return table[name] ?? PrinterText.cleaned(keyword)
    }

    /// Keywords without news for a person.
    private static let silent: Set<String> = [
        "", "none", "configuration-change", "cups-waiting-for-job-completed",
        "job-completed-successfully", "job-data-insufficient", "job-fetchable", "job-incoming",
        "job-interpreting", "job-outgoing", "job-printing", "job-queued", "job-queued-for-marker",
        "job-restartable", "job-spooling", "job-transforming", "processing-to-stop-point",
        "queued-in-device",
    ]

    private static let table: [String: String] = [
        "connecting-to-device": "it is being connected",
        "cover-open": "its cover is open",
        "cups-insecure-filter": "a part of its driver is not safe to run",
        "cups-missing-filter": "a part of its driver is missing",
        "developer-empty": "it has no developer",
        "developer-low": "its developer is low",
        "door-open": "a door is open",
        "fuser-over-temp": "its fuser is too hot",
        "fuser-under-temp": "its fuser is too cold",
        "hold-new-jobs": "it holds new jobs",
        "input-tray-missing": "its paper tray is missing",
        "interlock-open": "its cover is open",
        "interpreter-resource-unavailable": "it lacks something that the document needs",
        "marker-supply-empty": "it has no ink or toner",
        "marker-supply-low": "its ink or toner is low",
        "marker-supply-missing": "its ink or toner is missing",
        "marker-waste-almost-full": "its waste container is almost full",
        "marker-waste-full": "its waste container is full",
        "media-empty": "it has no paper",
        "media-jam": "paper is jammed",
        "media-low": "its paper is low",
        "media-needed": "it waits for paper",
        "moving-to-paused": "it is about to pause",
        "offline": "it is offline",
        "opc-life-over": "its drum is worn out",
        "opc-near-eol": "its drum is almost worn out",
        "other": "it reports a problem without a name",
        "output-area-almost-full": "its output tray is almost full",
        "output-area-full": "its output tray is full",
        "output-tray-missing": "its output tray is missing",
        "paused": "it is paused",
        "power-down": "it is switched off",
        "shutdown": "it is switched off",
        "spool-area-full": "its memory is full",
        "stopped-partly": "a part of it is stopped",
        "stopping": "it is stopping",
        "timed-out": "it does not respond",
        "toner-empty": "it has no toner",
        "toner-low": "its toner is low",
        // Of jobs.
        "aborted-by-system": "the printer aborted the job",
        "compression-error": "the printer could not read the document",
        "document-access-error": "the printer could not read the document",
        "document-format-error": "the printer could not read the document",
        "document-unprintable-error": "the printer could not print the document",
        "errors-detected": "the printer found errors in the document",
        "job-canceled-at-device": "the job was cancelled at the printer",
        "job-canceled-by-operator": "the job was cancelled by an operator",
        "job-canceled-by-user": "the job was cancelled by its user",
        "job-completed-with-errors": "the printer reports errors while it printed",
        "job-completed-with-warnings": "the printer reports warnings while it printed",
        "job-held-for-authentication": "the job waits for a password",
        "job-hold-until-specified": "the job is held",
        "job-password-wait": "the job waits for a password at the printer",
        "printer-stopped": "it is stopped",
        "printer-stopped-partly": "a part of it is stopped",
        "resources-are-not-ready": "it waits for paper or another resource",
        "submission-interrupted": "the document did not arrive completely",
        "unsupported-attributes-or-values": "it does not support a setting of the job",
        "unsupported-compression": "it does not support the compression of the document",
        "unsupported-document-format": "it does not support the type of the document",
        "warnings-detected": "the printer found flaws in the document",
    ]
}
