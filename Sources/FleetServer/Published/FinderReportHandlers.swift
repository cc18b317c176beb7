import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird
import Synchronization

/// The reports that finders send from the public page of a vehicle.
///
/// If a source takes no reports, the answer is that of an unknown address, which tells nothing about
/// its vehicles.
struct FinderReportHandlers {
    /// Finders need one photo.
    private static let limits = MultipartForm.Limits(
        parts: 8, field: 16 << 10, files: 1, file: Photo.maxFileBytes)

    private let slots = ReportSlots()

    func add(to routes: Routes) {
        // The IDs `.` and `..` cannot be segments of a path.
        routes.open(.post, "/found/:source") { request in
            guard let id = request.query["id"] else { throw Problem.notFound }
            return try await receive(request, id)
        }
    }

    private func receive(_ request: ServerRequest, _ id: String) async throws -> Response {
        guard let vehicle = try await PublishedVehicle(id, of: request),
            let reportedID = vehicle.reportedID
        else { throw Problem.notFound }
        do {
            try await request.environment.team.requireRoomForReport(
                about: reportedID, of: vehicle.source.uuid, from: request.client)
        } catch let error as ReportLimitError {
            return try await page(of: vehicle, QueryItems(), Problem(error), request)
        }
        return try await slots.run(for: request.client.address?.network ?? "") {
            try await request.receiving(upTo: Self.limits.body) { bytes in
                let form = try MultipartForm(
                    bytes, contentType: request.headers[.contentType] ?? "", limits: Self.limits)
                let fields = QueryItems(form.fields)
                do {
                    try await save(
                        fields, photo: form.files.first { $0.name == "photo" }?.bytes, vehicle,
                        reportedID, request)
                } catch let error as ReportLimitError {
                    return try await page(of: vehicle, fields, Problem(error), request)
                } catch TeamError.tooMany {
                    return try await page(of: vehicle, fields, .noRoomForPhotos, request)
                } catch let error as TeamError {
                    return try await page(of: vehicle, fields, Problem(error), request)
                } catch let problem as Problem {
                    return try await page(of: vehicle, fields, problem, request)
                }
                let sent = QueryItems([(PublicVehiclePage.Report.sentKey, "1")]).query
                let path = vehicle.path
                return .redirect(
                    to: path + (path.contains("?") ? "&" + sent.dropFirst() : sent))
            }
        }
    }

    /// Adds the report of a form.
    /// - Throws: ``ReportLimitError``, ``TeamError``, `Problem`.
    private func save(
        _ form: QueryItems, photo: [UInt8]?, _ vehicle: PublishedVehicle, _ id: String,
        _ request: ServerRequest
    ) async throws {
        let (team, photos) = (request.environment.team, request.environment.photos)
        let source = vehicle.source.uuid
        let position = vehicle.vehicle.position
        let report = NewReport(
            // Forms end lines with CR LF (HTML, section 4.10.22.4).
            (form["text"] ?? "").replacing("\r\n", with: "\n"), contact: form["contact"],
            about: id, of: source, position: position,
            seenAt: position == nil ? nil : vehicle.seenAt)
        _ = try report.content()
        try await team.countReport(about: id, of: source, from: request.client)
        guard let photo else { return try await team.add(report, from: request.client) }
        let checked = try await photos.check(photo)
        let file = try await team.prepareReportPhoto(
            hash: checked.hash, format: checked.info.format)
        do {
            try await photos.write(checked, as: file)
            try await team.add(
                report, photo: (file, checked.info, checked.bytes.count), from: request.client)
        } catch {
            try? await team.discard(file) { try photos.remove($0) }
            throw error
        }
    }

    /// Returns the page with a form that was refused.
    private func page(
        of vehicle: PublishedVehicle, _ form: QueryItems, _ problem: Problem,
        _ request: ServerRequest
    ) async throws -> Response {
        var report = PublicVehiclePage.Report(of: vehicle)
        report?.isOpen = true
        report?.typedText = form["text"] ?? ""
        report?.typedContact = form["contact"] ?? ""
        report?.error = FormProblem(problem, in: request.environment)
        return try request.environment.form(
            "vehicle_public", try await PublicVehiclePage(of: vehicle, report, request), problem)
    }
}

/// Bodies of reports that are received at the same time: few, so that strangers do not take the
/// memory and the time that the photos of members need.
private final class ReportSlots: Sendable {
    private static let limit = 3

    private let networks = Mutex<Set<String>>([])

    /// Runs `body`, one at a time for each network.
    /// - Throws: `Problem` (503) if there is no slot.
    func run(
        for network: String, _ body: () async throws -> Response
    ) async throws -> Response {
        let hasRoom = networks.withLock { networks in
            networks.count < Self.limit && networks.insert(network).inserted
        }
        guard hasRoom else { throw Problem.manyPhotos }
        defer { networks.withLock { _ = $0.remove(network) } }
        return try await body()
    }
}

extension Problem {
    /// Creates the answer to a report beyond a limit.
    fileprivate init(_ error: ReportLimitError) {
        let detail: LocalizedText =
            switch error.subject {
            case .network: "Several reports have come from this connection in the last hour."
            case .vehicle: "The team has several reports about this vehicle already."
            case .source: "The team has received many reports today."
            }
        self.init(.tooManyRequests, detail, retryAt: error.until)
    }

    fileprivate static var noRoomForPhotos: Problem {
        Problem(
            .conflict, "The team has no room for more photos.",
            hint: "Send the report without one.")
    }
}
