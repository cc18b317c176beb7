import FleetCore
import Pictures

extension Problem {
    /// A vehicle has no picture.
    static func noPicture(of id: String) -> Problem {
        Problem(
            .noInput, "vehicle \(id) has no picture",
            hint: "the source names none for its type; GBFS 2.3 and later may")
    }

    /// Why a vehicle's picture was not had, in words.
    init(_ absence: PictureShelf.Absence, of id: String) {
        switch absence {
        case .unreachable(let failure):
            self.init(
                .unavailable,
                "the picture of \(id) at \(failure.place) cannot be fetched: "
                    + failure.reason.words,
                hint: Self.hint(ofUnreachable: failure.reason))
        case .noPicture(let fault, let place):
            self.init(
                .data, "what is at \(place) \(Self.words(fault))",
                hint: "ask the operator for a picture of \(id) that is JPEG, PNG, WebP or SVG")
        case .lately:
            self.init(
                .unavailable, "the picture of \(id) could not be fetched a short time ago",
                hint: "try again in some minutes")
        }
    }

    /// What to do where a picture is not fetched: links are refused too.
    private static func hint(ofUnreachable reason: FeedFailure.Reason) -> String {
        if case .badAddress = reason {
            return
                "pictures are fetched by http or https from the public internet, or from the host "
                + "of the feed itself: ask the operator for such a link"
        }
        return "check your own connection, or ask the operator for a working link"
    }

    /// What is linked may be a drawing too.
    private static func words(_ fault: PictureFault) -> String {
        fault == .notAPicture ? "is no JPEG, PNG, WebP or SVG picture" : fault.words
    }

    /// The name of a file promises another format than the picture has.
    static func otherFormat(_ path: String, _ format: PictureFormat) -> Problem {
        .usage(
            "the picture is a \(format.rawValue.uppercased()) picture, which the name \(path) "
                + "does not say",
            hint: "give a name that ends in .\(format.fileExtension)")
    }
}
