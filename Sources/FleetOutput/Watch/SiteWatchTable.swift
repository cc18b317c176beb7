import FleetCore
package import FleetRuntime
import FleetService

/// View of watched sites on a terminal, redrawn in place: a table of all, or the details of one.
package struct SiteWatchTable: LiveTable {
    let subscription: Subscription
    let screen: LiveScreen
    /// ID of the single watched site; `nil` for all.
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
            return page(of: lines, rows: rows)
        case .all(var header, let sites):
            header.isStale = screen.isStale
            let alarms = sites.count { $0.site.hasAlarm }
            let top = header.text(alarms: alarms, style: style).lines
            let table = try Self.lines(of: sites[...], header, style)
            guard top.count + table.count > rows else { return top + table }
            // Titles, the note about hidden columns and the line of the page take rows.
            let others = top.count + table.count - sites.count + 1
            let shown = max(1, rows - others)
            let pages = (sites.count - 1) / shown + 1
            let page = screen.page(of: pages)
            let slice = sites.dropFirst(page * shown).prefix(shown)
            let lines = try top + Self.lines(of: slice, header, style)
            return lines.prefix(rows - 1) + [screen.pageLine(page, of: pages)]
        }
    }

    /// Returns the lines of the shown page.
    private func page(of lines: [String], rows: Int) -> [String] {
        guard lines.count > rows else { return lines }
        let shown = max(1, rows - 1)
        let pages = (lines.count - 1) / shown + 1
        let page = screen.page(of: pages)
        return lines.dropFirst(page * shown).prefix(shown).prefix(rows - 1)
            + [screen.pageLine(page, of: pages)]
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
