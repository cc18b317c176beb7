import Foundation
import Testing

/// A GBFS system on the loopback whose vehicles have pictures, and what is asked of it.
final class PictureTown: Sendable {
    /// What stands at the addresses of pictures, by their target.
    typealias Pictures = @Sendable (_ number: Int, FeedServer.Request) -> FeedServer.Answer

    let server: FeedServer
    let home: FleetHome

    /// A system whose type has this name (as in JSON) and fields, and whose brand has a picture at
    /// this address.
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
        server = try FeedServer { number, request in
            let path = String(request.target.prefix { $0 != "?" })
            if let document = documents[path] { return .text(document) }
            return pictures(number, request)
        }
        home = try FleetHome()
        let added = ["source", "add", "town", server.address("/gbfs.json")] + options
        try await home.run(added).succeeded()
        try await home.run("source", "use", "town").succeeded()
    }

    /// What was asked of pictures.
    var asked: [FeedServer.Request] {
        server.requests.filter { !$0.target.contains(".json") }
    }

    /// A picture that Pillow made, in a format by its name there.
    static func picture(_ format: String = "PNG") async throws -> [UInt8] {
        let script = """
            import sys
            from PIL import Image
            image = Image.new("RGB", (40, 30), (200, 30, 30))
            image.save(sys.stdout.buffer, "\(format)")
            """
        return try await Tool.run(Tool.python, "-c", script)
    }
}
