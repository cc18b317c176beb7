import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import Hummingbird

/// The page and the route that read the QR code of a vehicle from a photo, for browsers that cannot
/// read codes themselves.
struct ScanHandlers {
    /// Largest picture in bytes.
    private static let maxPicture = 8 << 20

    func add(to routes: Routes) {
        routes.page(.get, "/scan", .fleet) { request in
            guard let code = request.query["code"] else { return try page(request) }
            return try await vehiclePage(of: code, request)
        }
        routes.page(.post, "/scan", .fleet) { request in
            var limits = MultipartForm.Limits()
            (limits.files, limits.file) = (1, Self.maxPicture)
            let type = request.headers[.contentType] ?? ""
            do {
                return try await request.receiving(upTo: limits.body) { bytes in
                    let form = try MultipartForm(bytes, contentType: type, limits: limits)
                    let picture = form.files.first { $0.name == "picture" }?.bytes ?? []
                    let code = try await request.environment.photos.scan(picture)
                    return try await vehiclePage(of: code, request)
                }
            } catch let problem as Problem where problem.status != .serviceUnavailable {
                return try page(request, problem)
            }
        }
        let source = QueryParameter.source.described(
            "Name of the source whose vehicles go before those of others.")
        routes.api(.post, "/scan", .fleet, query: [source]) { request in
            try await request.receiving(upTo: Self.maxPicture) { bytes in
                let code = try await request.environment.photos.scan(bytes)
                let vehicle = try await request.vehicle(ofCode: code)
                return try .json(ScanDocument(code, vehicle))
            }
        }
    }

    private func page(_ request: UserRequest, _ problem: Problem? = nil) throws -> Response {
        let frame = request.page(nil, title: localized("Scan a QR code"))
        let form = ScanPage.Form(
            error: problem?.detail, hint: problem?.hint, query: frame.query)
        var response = try request.html("scan", ScanPage(page: frame, scan: form))
        if let problem { response.status = problem.status }
        return response
    }

    private func vehiclePage(of code: String, _ request: UserRequest) async throws -> Response {
        guard let vehicle = try await request.vehicle(ofCode: code) else {
            if let path = request.unassignedPath(ofCode: code) { return .redirect(to: path) }
            return try page(
                request,
                Problem(
                    .notFound,
                    "No vehicle of this server has the code \(TerminalText.limited(code)).",
                    hint: "Choose the source of the vehicle, or type the ID that is printed on it.")
            )
        }
        return .redirect(to: vehicle.source.path(of: vehicle.id))
    }
}

/// The answer of the API: the content of the code, and the vehicle if one has it.
struct ScanDocument: Document {
    private var code = ""
    private var source: String?
    private var vehicleID: String?
    private var href: String?

    init() {}

    fileprivate init(_ code: String, _ vehicle: (source: PolledSource, id: String)?) {
        (self.code, vehicleID) = (code, vehicle?.id)
        (source, href) = (vehicle?.source.name, vehicle.map { $0.source.path(of: $0.id) })
    }

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("code", &code, "The content of the code.")
        fields.visit("source", &source, "Name of the vehicle's source; absent without a vehicle.")
        fields.visit("vehicle_id", &vehicleID)
        fields.visit("href", &href, "Path of the vehicle's page.")
    }
}

/// The page `/scan`: the keys of the template `scan`.
private struct ScanPage {
    struct Form {
        var error: String?
        var hint: String?
        var query: String
    }

    var page: PageContext
    var scan: Form
}

extension UserRequest {
    /// Returns the vehicle of a code, which is the address of its page or its ID; `nil` if there is
    /// none.
    ///
    /// Several sources may have the ID: the chosen source goes before the others.
    func vehicle(
        ofCode code: String
    ) async throws -> (source: PolledSource, id: String)? {
        guard let (sources, id) = meaning(ofCode: code) else { return nil }
        return try await environment.snapshots.read { reader in
            for source in sources {
                do {
                    let found = try source.resolver.find(id, .full, in: reader)
                    if let found { return (source, found.vehicle.id) }
                } catch is AmbiguousID {
                    continue
                }
            }
            return nil
        }
    }

    /// Returns the page that assigns the ID of a code that no vehicle has; `nil` unless one source is
    /// chosen, or the only one, whose rows the person may change.
    fileprivate func unassignedPath(ofCode code: String) -> String? {
        guard let (sources, id) = meaning(ofCode: code) else { return nil }
        let open = sources.filter { $0.assignPath(of: id, for: self) != nil }
        guard let first = open.first, open.count == 1 || first == sources.first else { return nil }
        return first.path(of: id)
    }

    /// Returns the ID that a code has, and the sources that may have it, the most likely first.
    private func meaning(ofCode code: String) -> (sources: [PolledSource], id: String)? {
        var sources = self.sources
        var id = code.trimmingCharacters(in: .whitespacesAndNewlines)
        // Other IDs may look like an address, too: `YVO:Vehicle:1` has a scheme.
        if let origin = WebOrigin(ofAddress: id) {
            let path = URLComponents(string: id)?.percentEncodedPath.split(
                separator: "/", omittingEmptySubsequences: false)
            guard environment.policy.origins.contains(origin), let path,
                path.count == 4, path[1] == "v", let name = PercentEncoding.decodedUTF8(path[2]),
                let last = PercentEncoding.decodedUTF8(path[3])
            else { return nil }
            sources = [source(named: name)].compactMap(\.self)
            id = last
        } else if let chosen = chosenSources.first {
            sources.removeAll { $0.uuid == chosen.uuid }
            sources.insert(chosen, at: 0)
        }
        guard !id.isEmpty, id.utf8.count <= 1024 else { return nil }
        return (sources, id)
    }
}
