import FleetCore
import FleetService
import FleetStore

/// The watched sites of a source on a terminal: all of them as a table, or everything known of one,
/// drawn over the one before.
struct SiteWatchTable: Sendable {
    let subscription: Subscription
    /// The one site that is wanted; `nil` for all.
    let id: String?
    let ansi: AnsiOption

    private var composition: Composition { subscription.source.composition }

    /// Shows a state: a snapshot as a table, anything else as a line beside it.
    /// - Throws: `Problem` (66) if there is no such site, `FeedFailure` if the watch has stopped.
    func show(_ state: ServiceState) throws {
        switch state {
        case .live(_, let nextAt):
            try draw()
            composition.output.say("next reading in \(seconds(until: nextAt)) s, Ctrl-C ends")
        case .idle, .loading:
            composition.output.say("reading \(subscription.source.selected.label) …")
        case .failed(let failure, let retryAt, _, _):
            let wait = retryAt.map { "; trying again in \(seconds(until: $0)) s" } ?? ""
            composition.output.say("error: \(failure.cause)\(wait)")
        case .stopped(let failure?, _): throw failure
        case .stopped(nil, _): break
        }
    }

    private func draw() throws {
        let output = composition.output
        let listing = try subscription.read { stored in
            let listing = try SiteListing(stored, of: subscription.source.selected, isStale: false)
            return try (text: text(of: listing), reading: listing.reading)
        }
        try output.write("\u{1B}[H\u{1B}[J" + listing.text)
        try output.finish()
        output.warn(of: listing.reading)
    }

    /// As many lines as there is room for above that of the state.
    private func text(of listing: SiteListing) throws -> String {
        let style = composition.tableStyle(ansi)
        let room = max(1, (composition.output.size?.rows ?? 24) - 2)
        let text = try id.map { id in
            try listing.detail(of: listing.find(id)).written(as: .text, style: style).string
        }
        return try (text ?? table(of: listing, style, rows: room))
            .split(separator: "\n", omittingEmptySubsequences: false)
            .prefix(room).joined(separator: "\n") + "\n"
    }

    private func table(
        of listing: SiteListing, _ style: TableStyle, rows: Int
    ) throws -> String {
        let alarms = listing.sites.count { $0.site.hasAlarm }
        var text = listing.head.text(alarms: alarms, style: style)
        var sink = ByteSink { text += String(decoding: $0, as: UTF8.self) }
        // Those that give alarm must not be the ones that there is no room for.
        let sites =
            listing.sites.filter(\.site.hasAlarm) + listing.sites.filter { !$0.site.hasAlarm }
        try SiteListEncoder(format: .table, head: listing.head, style: style)
            .write(Array(sites.prefix(rows)), to: &sink)
        return text
    }

    private func seconds(until time: Timestamp) -> Int64 {
        (time - composition.now()).secondsToWait
    }
}
