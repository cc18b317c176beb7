/// What one refresh over HTTP may cost, and what it says of itself.
public struct HTTPLimits: Sendable {
    /// The `User-Agent` of every request.
    public var userAgent: String
    /// How long a connection may take, the encryption's handshake included.
    public var connect: Duration = .seconds(10)
    /// How long no byte may arrive.
    public var read: Duration = .seconds(30)
    /// How long one document may take altogether, so that a server that sends a byte now and then
    /// does not hold a refresh for ever.
    public var document: Duration = .seconds(300)
    /// How long a connection is kept for another document.
    ///
    /// Servers close idle ones after a few seconds, and a request on one that just closes is lost.
    var idle: Duration = .seconds(2)
    /// How many redirects are followed on the way to one document.
    public var redirects = 5
    /// How many requests one refresh makes.
    public var requests = 20
    /// How many bytes one document may have, unpacked.
    public var bytes: Int64 = 1 << 30
    /// How many times larger than its packed form a document may be.
    ///
    /// Measured: recorded fleets pack 6 to 20 times, generated ones with equal vehicles and deep
    /// indentation up to 141 times; gzip's own limit, which a bomb comes near, is 1,030.
    public var unpackingRatio = 300
    /// The least time between the polls of one host.
    public var betweenPolls: Duration = .seconds(1)

    /// The `Accept` of a request that names none.
    var accept = "application/json, */*;q=0.8"
    /// A file of certificates (PEM) that are trusted beside the system's.
    var trustedCertificates: String?

    /// The limits of the product.
    public init(version: String) {
        userAgent = "fleet/" + version
    }
}
