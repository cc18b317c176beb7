/// The apps of a system (GBFS: `rental_apps` of `system_information.json`), as the feed has them.
public struct RentalApps: Equatable, Sendable, Codable {
    /// An app for one platform.
    public struct App: Equatable, Sendable, Codable {
        /// The link to the app in a store (`store_uri`).
        public var storeURI: String?
        /// The link that opens the app if it is installed (`discovery_uri`).
        public var discoveryURI: String?

        /// Creates an app; returns `nil` without any link.
        public init?(storeURI: String?, discoveryURI: String?) {
            guard storeURI != nil || discoveryURI != nil else { return nil }
            (self.storeURI, self.discoveryURI) = (storeURI, discoveryURI)
        }
    }

    /// The app for Android.
    public var android: App?
    /// The app for iOS.
    public var ios: App?

    /// Creates the apps; returns `nil` if there are none.
    public init?(android: App?, ios: App?) {
        guard android != nil || ios != nil else { return nil }
        (self.android, self.ios) = (android, ios)
    }
}

extension RentalApps {
    /// The apps as a member of a JSON object, with the names of GBFS.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("android", android?.json)
        object.add("ios", ios?.json)
        return object
    }
}

extension RentalApps.App {
    fileprivate var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("store_uri", storeURI)
        object.add("discovery_uri", discoveryURI)
        return object
    }
}
