/// Error of loading the catalogue of systems.
package enum CatalogueError: ReportedError, Equatable {
    /// It cannot be downloaded or read.
    case failed(FeedFailure)
    /// What is at its location is not a catalogue.
    case damaged(CatalogueDamage, at: String)

    package var exitStatus: ExitStatus {
        switch self {
        case .failed(let failure): ExitStatus(failure.kind)
        case .damaged: .data
        }
    }

    package var cause: String {
        switch self {
        case .failed(let failure): failure.cause
        case .damaged(let damage, let location): "\(location): \(damage.description)"
        }
    }

    package var hint: String {
        localized("try again later, or set FLEET_CATALOGUE to another address or file")
    }
}

/// The reason why a document is not a catalogue.
public enum CatalogueDamage: Error, Equatable, Sendable {
    /// It is a web page.
    case html
    /// It lacks a column that a catalogue has.
    case missingColumn(String)
    /// It has control characters.
    case controls
    /// A quote of this line is not closed.
    case openQuote(line: Int)
    /// Its last row is incomplete.
    case truncated
    /// It has no system that can be used.
    case empty
    /// It has more systems than this limit.
    case tooMany(limit: Int)

    /// The reason in words, in one line.
    public var description: String {
        switch self {
        case .html: localized("this is a web page, not a catalogue of systems")
        case .missingColumn(let title):
            localized("this is not a catalogue of systems; it has no column \(title)")
        case .controls: localized("the catalogue has control characters")
        case .openQuote(let line):
            localized("line \(line) of the catalogue has a quote that is not closed")
        case .truncated: localized("the catalogue is incomplete")
        case .empty: localized("the catalogue has no systems")
        case .tooMany(let limit): localized("the catalogue has more than \(limit) systems")
        }
    }
}
