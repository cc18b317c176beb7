package import FleetCore
import Pictures

extension CommandError {
    /// Returns an error about a vehicle without a picture.
    static func noPicture(of id: String) -> CommandError {
        CommandError(
            .noInput, "vehicle \(id) has no picture",
            hint: "ask the operator to add one for its type; GBFS 2.3 and later support pictures")
    }

    /// Creates an error about the picture of a vehicle.
    package init(_ error: CachedPictureFetcher.FetchError, of id: String) {
        switch error {
        case .unreachable(let failure) where failure.isLocal:
            self.init(ExitStatus(failure.kind), failure.cause, hint: failure.hint)
        case .unreachable(let failure):
            self.init(
                .unavailable,
                "cannot fetch the picture of \(id) at \(failure.location): "
                    + failure.message,
                hint: Self.hint(ofUnreachable: failure.reason))
        case .noPicture(let error, let location):
            self.init(
                .data, "the file at \(location) \(Self.message(of: error))",
                hint: "ask the operator for a JPEG, PNG, WebP or SVG picture of \(id)")
        case .failedRecently:
            self.init(
                .unavailable, "the picture of \(id) could not be fetched a few minutes ago",
                hint: "try again in a few minutes")
        }
    }

    /// Returns a hint about an address that cannot be fetched, or that is not allowed.
    private static func hint(ofUnreachable reason: FeedFailure.Reason) -> String {
        if case .link(.badAddress) = reason {
            return
                "ask the operator for an http(s) link to a host on the public internet or to the host "
                + "of the feed"
        }
        return "check your network connection, or ask the operator for a working link"
    }

    /// Returns the message of an error; links may also lead to drawings.
    private static func message(of error: PictureError) -> String {
        error == .notAPicture ? "is not a JPEG, PNG, WebP or SVG picture" : error.message
    }

    /// Returns an error about a file whose name has the extension of another picture format.
    static func otherFormat(_ path: String, _ format: PictureFormat) -> CommandError {
        .usage(
            "the picture is a \(format.rawValue.uppercased()) file, but \(path) has a different extension",
            hint: "use a name that ends in .\(format.fileExtension)")
    }
}
