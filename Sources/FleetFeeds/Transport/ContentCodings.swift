import JSON
import NIOHTTP1

/// Codings of a response body (RFC 9110, section 8.4), the one applied last first.
struct ContentCodings: Equatable {
    /// Number of layers to remove: gzip and deflate streams.
    private(set) var layers = 0
    /// Name of the first coding that cannot be removed.
    ///
    /// Some servers declare a coding that they do not apply, so the body may be plain JSON.
    private(set) var unsupported: String?

    /// Maximum number of layers; each needs 40 KiB.
    private static let maxLayers = 4

    init(_ headers: HTTPHeaders) {
        let names = headers[canonicalForm: "Content-Encoding"].map { String($0).trimmingWhitespace }
        for name in names.reversed() {
            let coding = name.lowercased()
            if coding.isEmpty || coding == "identity" { continue }
            guard ["gzip", "x-gzip", "deflate"].contains(coding), layers < Self.maxLayers else {
                unsupported = Self.shown(name)
                return
            }
            layers += 1
        }
    }

    /// Returns the name for a message, without anything but a token.
    private static func shown(_ name: String) -> String {
        HeaderField.isValidName(name) && name.utf8.count <= 32 ? name : "with an invalid name"
    }
}

extension JSONDocument {
    /// Returns whether bytes are a JSON array or object, even if they need repairs.
    static func isReadable(_ bytes: [UInt8]) -> Bool {
        var document = JSONDocument(bytes)
        let first = document.withBytes { bytes in bytes.first { $0 > 0x20 } }
        guard let first, "[{".utf8.contains(first) else { return false }
        let scan = RowScan(arrays: [], fields: [], headers: [""])
        while true {
            do throws(JSONError) {
                _ = try document.scan(scan, header: { _, _ in }, row: { _ in })
                return true
            } catch {
                guard document.repair(after: error) else { return false }
            }
        }
    }
}
