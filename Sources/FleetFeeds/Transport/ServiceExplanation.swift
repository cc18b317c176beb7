import AsyncHTTPClient
import FleetCore
import JSON
import NIOCore

/// Explanation of a service for a response without a document: the message in its JSON, the title
/// of its web page, or its first line of text.
///
/// The text is hostile: it becomes one short line without control characters and secrets.
struct ServiceExplanation: Equatable {
    /// Number of bytes of the body that are read.
    private static let maxBytes = 8192
    /// Maximum size of the body after decompression, in bytes.
    private static let maxDecodedBytes: Int64 = 1 << 20
    /// Maximum length, in Unicode scalars.
    private static let maxLength = 160

    /// The explanation in one line; `nil` if there is none.
    var text: String?
    /// Whether the response says that its clients are limited by a quota or rate.
    var isAboutQuota = false

    /// Reads the explanation of a response, without waiting long for it.
    ///
    /// - Parameter secrets: Values of the request that must not be shown, the longest first.
    init(_ response: HTTPClientResponse, _ limits: HTTPLimits, hiding secrets: [String]) async {
        let bytes = await withTaskGroup(of: [UInt8].self) { group in
            group.addTask { await Self.start(of: response, limits) }
            group.addTask {
                try? await Task.sleep(for: limits.explanationTimeout)
                return []
            }
            defer { group.cancelAll() }
            return await group.next() ?? []
        }
        self.init(bytes, hiding: secrets)
    }

    /// Finds the explanation in the start of a body.
    init(_ bytes: [UInt8], hiding secrets: [String]) {
        guard !bytes.contains(0) else { return }
        var body = String(decoding: bytes, as: UTF8.self).trimmingWhitespace
        if body.hasPrefix("\u{FEFF}") { body.unicodeScalars.removeFirst() }
        let found: String?
        switch body.utf8.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
            let value = try? JSONDocument(bytes).value(maxNodes: 500, maxDepth: 8)
            found = value.map(Self.message) ?? (body.utf8.first == UInt8(ascii: "{") ? nil : body)
        case UInt8(ascii: "<"):
            found = Self.title(ofPage: body)
            body = found ?? ""
        default: found = body
        }
        isAboutQuota = Self.namesQuota(body)
        text = found.flatMap { Self.line($0, hiding: secrets) }
    }

    /// Returns the decompressed start of a body, as far as it arrives without an error.
    private static func start(of response: HTTPClientResponse, _ limits: HTTPLimits) async
        -> [UInt8]
    {
        let codings = ContentCodings(response.headers)
        guard codings.unsupported == nil else { return [] }
        var decoder = BodyDecoder(
            layers: codings.layers, limit: ByteLimit(bytes: maxDecodedBytes),
            maxRatio: limits.maxDecompressionRatio)
        var bytes: [UInt8] = []
        do {
            for try await chunk in response.body {
                try chunk.withUnsafeReadableBytes { try decoder.decode($0, into: &bytes) }
                if bytes.count >= maxBytes { break }
            }
        } catch {
            // What came before the error may explain the failure.
        }
        return Array(bytes.prefix(maxBytes))
    }
}

extension ServiceExplanation {
    /// Members of an object that have an explanation, the best first: of problem documents (RFC
    /// 9457), of OAuth (RFC 6749), and of common gateways.
    private static let members = [
        "message", "Message", "detail", "error_description", "description", "error_message",
        "faultstring", "error", "title", "fault", "errors", "msg",
    ]

    private static func message(in value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.trimmingWhitespace.isEmpty ? nil : text
        case .array(let values): values.prefix(10).lazy.compactMap(message).first
        case .object(let object): members.lazy.compactMap { object[$0].flatMap(message) }.first
        default: nil
        }
    }

    private static func title(ofPage page: String) -> String? {
        guard let start = page.firstRange(of: "<title>") ?? page.firstRange(of: "<TITLE>"),
            let end = page[start.upperBound...].firstIndex(of: "<")
        else { return nil }
        return String(page[start.upperBound..<end])
    }

    private static func namesQuota(_ body: String) -> Bool {
        let body = body.lowercased().replacing("_", with: " ").replacing("-", with: " ")
        return [
            "quota", "rate limit", "ratelimit", "too many requests", "throttl", "limit exceeded",
            "request limit", "call volume", "rate exceeded",
        ].contains { body.contains($0) }
    }

    /// Returns the first line of a text, shortened and without secrets; `nil` if nothing is left.
    private static func line(_ text: String, hiding secrets: [String]) -> String? {
        let line = text.split(whereSeparator: \.isNewline).lazy.map { plain($0) }
            .first { !$0.isEmpty }
        guard var line else { return nil }
        for secret in secrets { line = line.replacing(secret, with: "…") }
        line = line.split(separator: " ").map { Location.redacted(String($0)) }
            .joined(separator: " ")
        let lowercased = line.lowercased()
        guard !secrets.contains(where: { lowercased.contains($0.lowercased()) }) else { return nil }
        guard line.unicodeScalars.count > maxLength else { return line }
        return String(line.unicodeScalars.prefix(maxLength)) + "…"
    }

    /// Returns a line without control and invisible characters, with single spaces, and with
    /// quotation marks that do not end a quotation.
    private static func plain(_ line: Substring) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            let isSpace = TerminalText.isUnsafe(scalar) || scalar.properties.isWhitespace
            scalars.append(isSpace ? " " : scalar == "\"" ? "'" : scalar)
        }
        return String(scalars).split(separator: " ").joined(separator: " ")
    }
}
