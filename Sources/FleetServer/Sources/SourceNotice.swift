import FleetCore
import FleetService
import Hummingbird

/// The result of a change of the sources, as the page says it.
///
/// The address of the page has only the kind and the name of the source, so that no link of another
/// site can make the page say anything else.
struct SourceNotice {
    enum Kind: String {
        case added, renamed, moved, credentials, feedKind = "feed", isDefault = "default"
        case published, removed, attention, history, check
        case rows, numbers, columns
        case silenced
        case unsilenced
    }

    let kind: Kind
    let name: String
    /// Whether the source has just been read.
    var isChecked = false
    var findings: SourceFindings?

    init(_ change: MadeSourceChange) {
        (kind, name) = (change.done, change.name)
        (isChecked, findings) = (change.isChecked, change.findings)
    }

    init(_ kind: Kind, of name: String) { (self.kind, self.name) = (kind, name) }

    /// Parses the query of a page.
    init?(_ query: QueryItems) {
        guard let kind = query["done"].flatMap(Kind.init), let name = query["of"],
            Source.isName(name)
        else { return nil }
        (self.kind, self.name) = (kind, name)
    }

    /// Path and query of the page that shows it.
    var target: String {
        let items = [("done", kind.rawValue), ("of", name)]
        return switch kind {
        case .silenced, .unsilenced: "/check" + QueryItems([("source", name)] + items).query
        default: SitePage.sources.path + QueryItems(items).query
        }
    }

    /// Returns the way to the page; what was read just now is shown once.
    func redirect(_ request: UserRequest) throws -> Response {
        guard isChecked else { return .redirect(to: target) }
        let notice = banner(in: request.environment)
        return try request.redirect(
            to: target, showing: ShownOnce(on: SitePage.sources.path, notice: notice))
    }

    /// Returns the banner; `nil` if the sources are not as it says.
    func banner(in environment: ServerEnvironment) -> PageContext.Notice? {
        let source = environment.sources.all.first { $0.name == name }
        guard (source == nil) == (kind == .removed) || kind == .added else { return nil }
        let text =
            switch kind {
            case .added:
                [
                    localized("Source \(name) is added."), checkText,
                    servedText(source, environment),
                ].compactMap(\.self).joined(separator: " ")
            case .moved:
                [localized("Source \(name) has its new address."), checkText]
                    .compactMap(\.self).joined(separator: " ")
            case .credentials:
                [localized("Source \(name) has its new credentials."), checkText]
                    .compactMap(\.self).joined(separator: " ")
            case .feedKind:
                [localized("The kind of the feed of \(name) is set."), checkText]
                    .compactMap(\.self).joined(separator: " ")
            case .renamed: localized("The source is now called \(name).")
            case .isDefault: localized("\(name) is now the default source.")
            case .attention: localized("What needs attention in \(name) is set.")
            case .check: localized("The bounds of the check of \(name) are set.")
            case .rows: localized("The rows of \(name) are replaced.")
            case .numbers: localized("The rows of \(name) have numbers.")
            case .columns: localized("The columns of \(name) are set.")
            case .silenced: localized("The finding is silenced.")
            case .unsilenced: localized("The finding is reported again.")
            case .history: historyText(source)
            case .removed: localized("Source \(name) is removed.")
            case .published: publishedText(source)
            }
        return PageContext.Notice(
            kind: "good", icon: "check", text: text,
            action: source.map {
                .init(
                    href: "/" + QueryItems([("source", $0.name)]).query,
                    label: localized("Open the list"))
            })
    }

    private var checkText: String? {
        guard isChecked else { return nil }
        return findings.map { localized("Its feed was read: \($0.text).") }
            ?? localized("Its simulation failed on purpose this time.")
    }

    /// A server that names its sources on the command line does not serve others.
    private func servedText(_ source: PolledSource?, _ environment: ServerEnvironment) -> String? {
        guard source != nil else {
            return localized("This server was started with --source and does not serve it.")
        }
        let first = environment.sources.all.first?.name ?? name
        return first == name ? nil : localized("\(first) stays the default source.")
    }

    private func historyText(_ source: PolledSource?) -> String {
        guard let history = source?.source.history else {
            return localized("\(name) keeps no history.")
        }
        return localized("\(name) keeps the changes of the last \(history.ageText).")
    }

    private func publishedText(_ source: PolledSource?) -> String {
        let names = (source?.source.publications ?? []).map(\.label).sorted()
        return names.isEmpty
            ? localized("\(name) publishes nothing.")
            : names.count == 2
                ? localized("\(name) publishes \(names[0]) and \(names[1]).")
                : localized("\(name) publishes \(names.listed).")
    }
}

extension Source.Publication {
    /// Name for people.
    var label: String {
        switch self {
        case .page: localized("public vehicle pages")
        case .gbfs: "GBFS"
        case .reports: localized("the form for reports of finders")
        }
    }
}

extension Source.PublishedLocation {
    /// Name for people.
    var label: String {
        switch self {
        case .hidden: localized("none, which publishes no vehicle")
        case .row: localized("that of the row, never a reported one")
        case .sighting: localized("the newest one, also if it was reported")
        }
    }
}
