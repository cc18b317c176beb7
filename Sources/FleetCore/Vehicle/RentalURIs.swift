/// The rental links of a vehicle (GBFS: `rental_uris`; the app's document: `qrURL`, as web).
public struct RentalURIs: Hashable, Sendable, Codable {
    /// The link for a browser.
    public var web: String?
    /// The deep link for the Android app.
    public var android: String?
    /// The deep link for the iOS app.
    public var ios: String?

    /// Creates the links; returns `nil` if there are none.
    public init?(web: String?, android: String?, ios: String?) {
        guard web != nil || android != nil || ios != nil else { return nil }
        self.web = web
        self.android = android
        self.ios = ios
    }

    /// The link for a QR code: web before Android before iOS.
    public var preferred: String? { web ?? android ?? ios }
}
