import FleetCore
import Testing

@testable import FleetFeeds

/// Picture readers with timeouts long enough for tests.
enum TestPictureReader {
    /// Creates a reader for a source at an address.
    ///
    /// The default lookup resolves two names in `.example` to the loopback, all other hosts as the
    /// system does.
    static func make(
        source: String, secrets: ResolvedCredentials = ResolvedCredentials(),
        limits change: (inout HTTPLimits) -> Void = { _ in },
        lookup: HostPolicy.Lookup? = nil
    ) -> PictureReader {
        var limits = HTTPLimits(version: "1.2.3")
        change(&limits)
        let lookup =
            lookup ?? { host in
                switch host {
                case "source.example": [IPAddress("127.0.0.1")].compactMap(\.self)
                case "rebound.example": [IPAddress("127.0.0.2")].compactMap(\.self)
                default: try await HostResolver.addresses(of: host, timeout: .seconds(900))
                }
            }
        var tightened = limits.tightenedForPictures
        // Parallel tests on few cores delay a reader.
        tightened.connectTimeout = .seconds(900)
        tightened.readTimeout = .seconds(900)
        tightened.documentTimeout = .seconds(900)
        return PictureReader(
            limits: tightened, hostPolicy: HostPolicy(source: .web(source), lookup: lookup),
            secrets: secrets, now: { noon })
    }

    /// Creates a reader for a source on the loopback.
    static func onLoopback() -> PictureReader { make(source: "http://source.example/gbfs.json") }

    /// Reads a picture and returns the failure; throws `UnexpectedResponse` if there is none.
    static func failure(
        of reader: PictureReader, at address: String
    ) async throws -> FeedFailure {
        do {
            let response = try await reader.read(address)
            throw UnexpectedResponse(response: response)
        } catch let failure as FeedFailure {
            return failure
        }
    }

    /// Thrown if a read succeeds that should fail.
    struct UnexpectedResponse: Error {
        let response: PictureResponse
    }
}

extension PictureResponse {
    /// Bytes, unless the picture is unchanged.
    var bytes: [UInt8]? {
        if case .read(let bytes, _) = self { bytes } else { nil }
    }
}
