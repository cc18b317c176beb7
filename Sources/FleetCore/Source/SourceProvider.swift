extension Source {
    /// Kind of a source, as declared by the user.
    public enum Provider: String, CaseIterable, Sendable {
        /// Recognized by the content of its documents.
        case detected
        /// Provider of MDS, whose service is asked for a version.
        case mds

        /// Kinds that a choice of this name declares: a member of settings, in the API, a field of
        /// forms and an option (`"mds": true`, `--mds`).
        public static let declarable = allCases.filter { $0 != .detected }

        /// Creates the provider that a choice declares: `provider`, or `detected` if it is false.
        ///
        /// `nil` without a choice.
        public init?(_ provider: Provider, if isChosen: Bool?) {
            guard let isChosen else { return nil }
            self = isChosen ? provider : .detected
        }

        /// Dialect of the feed whose versions the service is asked for; `nil` for none.
        package var dialect: FeedDialect? {
            switch self {
            case .detected: nil
            case .mds: .mds
            }
        }

        /// Description on pages.
        package var label: String {
            switch self {
            case .detected: localized("recognized by its content")
            case .mds: localized("MDS provider feed")
            }
        }

        /// Returns the remedy for a failure of a source that is about to be saved.
        package func hint(for failure: FeedFailure) -> String {
            switch (self, failure.reason) {
            case (.mds, .service(.status(404))), (.mds, .content(.html)),
                (.mds, .content(.noVehicles)):
                localized(
                    "use the address of the vehicles of MDS, such as https://example.com/mds/vehicles"
                )
            case (.detected, _), (.mds, _): failure.hint
            }
        }

        /// Returns the remedy where a source and its credentials are entered in a form.
        package func formHint(for failure: FeedFailure) -> String {
            switch failure.reason {
            case .access(.accessDenied):
                localized("choose and enter the credentials that the service needs")
            case .access(.badCredentials), .access(.tokenRefused):
                localized("correct the credentials")
            default: hint(for: failure)
            }
        }
    }

    /// Returns whether its IDs are known to be stable, so that a history of them is personal data.
    public func hasStableIDs(observed rotation: IDRotation) -> Bool {
        provider.dialect?.tracksVehicles ?? false || self.rotation(observed: rotation) == .no
    }
}
