import FleetCore
import FleetService
import FleetStore

/// View of watched sites on a terminal, redrawn in place: a table of all, or the details of one.
package struct SiteWatchTable: LiveTable {
    let subscription: Subscription
    let screen: LiveScreen
    /// ID of the single watched site; nil for all.
    private let id: String?
    private let content = WatchContent<Content>()

    /// The shown part of a snapshot.
    private enum Content {
        case all(SiteListHeader, [SiteStatus])
        case one(SiteDetail)
    }

    package init(subscription: Subscription, id: String?, ansi: AnsiChoice) {
        (self.subscription, self.id) = (subscription, id)
        screen = LiveScreen(of: subscription, ansi: ansi)
    }

    /// Throws the failure of a watch that has stopped.
    func check(_ state: ServiceState) throws {
        if case .stopped(let failure?, _) = state { throw failure }
    }

    /// Reads the sites again.
    /// - Throws: `CommandError` (66) if there is no such site.
    func reload() throws {
        try subscription.read { stored in
            let listing = try SiteListing(stored, of: subscription.source.selected, isStale: false)
            if let id {
                content.value = .one(
                    try listing.detail(of: listing.find(id, in: subscription.source.context)))
            } else {
                content.value = .all(listing.header, Self.sorted(listing.sites))
            }
            subscription.source.context.output.warn(of: listing.parseReport)
        }
    }

    var isEmpty: Bool { content.value == nil }

    /// Returns the sites with those with an alarm first, so that they are not cut off.
    private static func sorted(_ sites: [SiteStatus]) -> [SiteStatus] {
        sites.filter(\.site.hasAlarm) + sites.filter { !$0.site.hasAlarm }
    }

    func lines(_ style: TableStyle, rows: Int) throws -> [String]? {
        switch content.value {
        case nil: return nil
        case .one(let detail):
            let lines = detail.written(as: .text, style: style).string.lines
            guard lines.count > rows else { return lines }
            return lines.prefix(rows - 1) + ["… and \(lines.count - rows + 1) more lines"]
        case .all(var header, let sites):
            header.isStale = screen.isStale
            let alarms = sites.count { $0.site.hasAlarm }
            let top = header.text(alarms: alarms, style: style).lines
            // The titles take a row, and the number of hidden sites another one.
            let room = rows - top.count - 1
            let shown = room >= sites.count ? sites.count : max(0, room - 1)
            let table = try shown > 0 ? Self.lines(of: sites.prefix(shown), header, style) : []
            let rest = shown < sites.count ? ["… and \(sites.count - shown) more"] : []
            return Array((top + table + rest).prefix(rows))
        }
    }

    private static func lines(
        of sites: ArraySlice<SiteStatus>, _ header: SiteListHeader, _ style: TableStyle
    ) throws -> [String] {
        var text = ""
        var sink = ByteSink { text += String(decoding: $0, as: UTF8.self) }
        try SiteListEncoder(format: .table, header: header, style: style)
            .write(Array(sites), to: &sink)
        return text.lines
    }
}
