import FleetCore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Creates a response with bytes.
    init(
        _ bytes: some Collection<UInt8>, _ type: String, status: HTTPResponse.Status = .ok,
        fields: HTTPFields = [:]
    ) {
        var fields = fields
        fields[.contentType] = type
        self.init(
            status: status, headers: fields,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The media type of pages.
    static let htmlType = "text/html; charset=utf-8"

    /// Creates a response with an HTML document.
    static func html(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(bytes, htmlType, status: status)
    }

    /// Creates a response with a JSON document.
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) throws -> Response {
        Response(
            try JSONEncoder.api.encode(value), "application/json", status: status, fields: fields)
    }

    /// Creates a response with a JSON document that is already text.
    static func json(
        _ text: UTF8Buffer, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response {
        Response(text.bytes, "application/json", status: status, fields: fields)
    }

    /// A response without content.
    static let noContent = Response(status: .noContent)

    /// Creates a response that a browser saves as a file.
    static func download(_ bytes: some Collection<UInt8>, _ type: String, named name: String)
        -> Response
    {
        // RFC 6266, section 4.3, and RFC 8187: the encoded form holds any name.
        let field = "attachment; filename*=UTF-8''" + PercentEncoding.encoded(name)
        return Response(bytes, type, fields: [.contentDisposition: field])
    }
}

extension JSONEncoder {
    /// Encoder of the documents of the API, whose names are in snake case.
    static var api: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }
}
