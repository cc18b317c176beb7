/// The links by which a vehicle is rented (GBFS: `rental_uris`; the app's document: `qrURL`, as web).
public struct RentalURIs: Hashable, Sendable, Codable {
    /// A link for a browser.
    public var web: String?
    /// A deep link for the Android app.
    public var android: String?
    /// A deep link for the iOS app.
    public var ios: String?

    /// Creates the links; `nil` if there is none.
    public init?(web: String?, android: String?, ios: String?) {
        guard web != nil || android != nil || ios != nil else { return nil }
        self.web = web
        self.android = android
        self.ios = ios
    }

    /// The link that goes into a QR code: web before Android before iOS.
    public var preferred: String? { web ?? android ?? ios }
}
