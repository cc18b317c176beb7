import FleetCore
import FleetService
import FleetStore

/// View of watched sites on a terminal, redrawn in place: a table of all, or the details of one.
package struct SiteWatchTable: Sendable {
    let subscription: Subscription
    /// ID of the single watched site; nil for all.
    let id: String?
    let ansi: AnsiChoice

    package init(subscription: Subscription, id: String?, ansi: AnsiChoice) {
        self.subscription = subscription
        self.id = id
        self.ansi = ansi
    }

    private var context: CommandContext { subscription.source.context }

    /// Shows a state: a snapshot as a table, any other state as a line on standard error.
    /// - Throws: `CommandError` (66) if there is no such site; `FeedFailure` if the watch has
    ///   stopped.
    func show(_ state: ServiceState) throws {
        switch state {
        case .stopped(let failure?, _): throw failure
        case .stopped(nil, _): return
        case .live: try draw()
        case .idle, .loading, .failed: break
        }
        subscription.log(state)
    }

    private func draw() throws {
        let output = context.output
        let listing = try subscription.read { stored in
            let listing = try SiteListing(stored, of: subscription.source.selected, isStale: false)
            return try (text: text(of: listing), parseReport: listing.parseReport)
        }
        try output.write("\u{1B}[H\u{1B}[J" + listing.text)
        try output.finish()
        output.warn(of: listing.parseReport)
    }

    /// Returns the lines that fit above the state line.
    private func text(of listing: SiteListing) throws -> String {
        let style = context.tableStyle(ansi)
        let room = max(1, (context.output.size?.rows ?? 24) - 2)
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
        var text = listing.header.text(alarms: alarms, style: style)
        var sink = ByteSink { text += String(decoding: $0, as: UTF8.self) }
        // Sites with an alarm come first, so that they are not cut off.
        let sites =
            listing.sites.filter(\.site.hasAlarm) + listing.sites.filter { !$0.site.hasAlarm }
        try SiteListEncoder(format: .table, header: listing.header, style: style)
            .write(Array(sites.prefix(rows)), to: &sink)
        return text
    }
}
