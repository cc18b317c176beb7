import FleetCore
import Testing

@testable import FleetFeeds

/// Readers of pictures with limits fit for tests.
enum Pictures {
    /// A reader of a source at some address; hosts of `example` are where the test says, at first on
    /// the loopback, all others where the system says.
    static func reader(
        source: String, secrets: ResolvedCredentials = ResolvedCredentials(),
        limits change: (inout HTTPLimits) -> Void = { _ in },
        lookup: PictureHosts.Lookup? = nil
    ) -> PictureReader {
        var limits = HTTPLimits(version: "1.2.3")
        change(&limits)
        let lookup =
            lookup ?? { host in
                switch host {
                case "source.example": [NetworkAddress("127.0.0.1")].compactMap(\.self)
                case "rebound.example": [NetworkAddress("127.0.0.2")].compactMap(\.self)
                default: try await HostLookup.addresses(of: host, within: .seconds(900))
                }
            }
        var narrowed = limits.narrowedForPictures
        // A suite that runs all at once on few cores keeps a reader waiting.
        narrowed.connect = .seconds(900)
        narrowed.read = .seconds(900)
        narrowed.document = .seconds(900)
        return PictureReader(
            limits: narrowed, hosts: PictureHosts(source: .web(source), lookup: lookup),
            secrets: secrets, now: { noon })
    }

    /// A reader of a source that is on the loopback.
    static func atSource() -> PictureReader { reader(source: "http://source.example/gbfs.json") }

    /// Why a picture cannot be read.
    static func failure(
        _ reader: PictureReader, at address: String
    ) async throws -> FeedFailure {
        do {
            let answer = try await reader.read(address)
            throw Unexpected(answer: answer)
        } catch let failure as FeedFailure {
            return failure
        }
    }

    /// An answer that a test did not ask for.
    struct Unexpected: Error {
        let answer: PictureAnswer
    }
}

extension PictureAnswer {
    /// The bytes, if any were read.
    var bytes: [UInt8]? {
        if case .read(let bytes, _) = self { bytes } else { nil }
    }
}
