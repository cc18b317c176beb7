import FleetTestSupport
import Foundation
import Testing

/// GBFS system on the loopback interface whose vehicles have pictures, and a home that uses it.
final class PictureSystem: Sendable {
    /// Returns the response to a request for a picture.
    typealias Pictures = @Sendable (_ number: Int, TestServer.Request) -> TestServer.Response

    let server: TestServer
    let home: FleetHome

    /// Starts a system with one vehicle type and a brand.
    /// - Parameters:
    ///   - name: The name of the vehicle type, escaped for JSON.
    ///   - type: More fields of the vehicle type, in JSON.
    ///   - brand: The address of the brand's picture.
    init(
        name: String = "Model S",
        type: String = #""vehicle_image": "picture.png""#, brand: String = "",
        options: [String] = [], pictures: @escaping Pictures
    ) async throws {
        let documents = [
            "/gbfs.json": #"""
            {"ttl": 600, "version": "2.3", "data": {"en": {"feeds": [
            {"name": "free_bike_status", "url": "vehicles.json"},
            {"name": "vehicle_types", "url": "types.json"},
            {"name": "system_information", "url": "system.json"}]}}}
            """#,
            "/vehicles.json": #"""
            {"ttl": 600, "data": {"bikes": [
            {"bike_id": "A-1", "vehicle_type_id": "s"}, {"bike_id": "B-2"}]}}
            """#,
            "/types.json": #"""
            {"ttl": 600, "data": {"vehicle_types": [
            {"vehicle_type_id": "s", "name": "\#(name)", \#(type)}]}}
            """#,
            "/system.json": #"""
            {"ttl": 600, "data": {"name": "Quay",
            "brand_assets": {"brand_image_url": "\#(brand)"}}}
            """#,
        ]
        server = try TestServer { number, request in
            let path = String(request.target.prefix { $0 != "?" })
            if let document = documents[path] { return .text(document) }
            return pictures(number, request)
        }
        home = try FleetHome()
        let added = ["source", "add", "town", server.address("/gbfs.json"), "--no-check"]
        try await home.run(added + options).succeeded()
        try await home.run("source", "use", "town").succeeded()
    }

    /// The requests for pictures.
    var pictureRequests: [TestServer.Request] {
        server.requests.filter { !$0.target.contains(".json") }
    }

    /// Returns a picture written by Pillow; `format` is Pillow's name of the format.
    static func picture(_ format: String = "PNG") async throws -> [UInt8] {
        let script = """
            import sys
            from PIL import Image
            image = Image.new("RGB", (40, 30), (200, 30, 30))
            image.save(sys.stdout.buffer, "\(format)")
            """
        return try await Tool.fixture(python: script)
    }
}
