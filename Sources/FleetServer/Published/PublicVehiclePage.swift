import FleetCore
import FleetSQL
import FleetService
import Hummingbird

/// The public page of a vehicle, if the source publishes pages: the keys of the template
/// `vehicle_public`.
///
/// It has no location, because whoever knows an ID could follow the vehicle.
struct PublicVehiclePage {
    struct Vehicle {
        var vehicleId: String
        var typeName: String?
        var typeIcon: String
        var state: Markup
        var rentalLinks: [RentalLink]
        var contact: Contact?
        var report: Report?
        var signInHref: String
    }

    /// The form with which a finder reports a problem, or the thanks for a report.
    struct Report {
        /// Key of the query of the page that thanks.
        static let sentKey = "reported"

        var action: String
        var isSent = false
        var isOpen = false
        var typedText = ""
        var typedContact = ""
        var maxText = FinderReport.maxTextLength
        var maxContact = FinderReport.maxContactLength
        var error: FormProblem?

        /// Creates an empty form; `nil` for a source that takes no reports.
        init?(of vehicle: PublishedVehicle, isSent: Bool = false) {
            guard vehicle.reportedID != nil else { return nil }
            let id = QueryItems([("id", vehicle.vehicle.id)])
            action = "/found/\(vehicle.source.name)" + id.query
            self.isSent = isSent
        }
    }

    struct Contact {
        struct Link {
            var href: String
            var text: String
        }

        var email: Link
    }

    var page: PageContext
    var `public`: Vehicle

    /// Returns the page; `nil` unless the source publishes it and has the vehicle, so that nobody
    /// learns of others.
    static func response(to request: ServerRequest, _ id: String) async throws -> Response? {
        guard let published = try await PublishedVehicle(id, of: request) else { return nil }
        let report = Report(of: published, isSent: request.query.has(Report.sentKey))
        return .html(
            try request.environment.pages.render(
                "vehicle_public", try await PublicVehiclePage(of: published, report, request)))
    }

    /// Creates the page.
    /// - Parameter report: The form for a report; `nil` for a source that takes none.
    init(
        of published: PublishedVehicle, _ report: Report?, _ request: ServerRequest
    ) async throws {
        let (environment, vehicle, feed) = (request.environment, published.vehicle, published.feed)
        // The public sees no sensors, and so no alarms.
        var plain = vehicle
        plain.measurements = []
        let state = VehicleCells(feed, origin: nil).cell(.state, of: plain)
        let signIn = "/signin" + QueryItems([("next", published.path)]).query
        page = PageContext(title: vehicle.id, assets: environment.pages.assets, access: nil)
        (page.noindex, page.signInHref) = (true, signIn)
        let contact = try await environment.options.contact.address().map {
            Contact(
                email: .init(
                    href: "mailto:" + PercentEncoding.encoded($0.utf8, keeping: "-._~@+"), text: $0)
            )
        }
        `public` = Vehicle(
            vehicleId: vehicle.id, typeName: feed?.typeName(of: vehicle),
            typeIcon: VehicleRow.icon(of: vehicle.formFactor),
            state: CellContext(.state, state, environment.style).markup,
            rentalLinks: vehicle.state == .available ? RentalLink.all(of: vehicle, feed) : [],
            contact: contact,
            report: report, signInHref: signIn)
    }
}

/// A vehicle whose page the source publishes.
struct PublishedVehicle {
    let source: PolledSource
    let vehicle: Vehicle
    let feed: FeedDescription?
    /// The time of its location.
    let seenAt: Timestamp?
    /// The stable ID, by which its notes are found again; `nil` if finders cannot report problems.
    let reportedID: String?

    /// The path of its page.
    var path: String { source.path(of: vehicle.id) }

    /// Finds the vehicle that a request names; `nil` unless the source publishes pages and has it.
    init?(_ id: String, of request: ServerRequest) async throws {
        guard let source = try? request.source(), source.source.publications.contains(.page) else {
            return nil
        }
        let (found, info) = try await request.environment.snapshots.read { reader in
            (try source.resolver.find(id, .exact, in: reader), try reader.info(of: source.vehicles))
        }
        guard case .present(let vehicle)? = found else { return nil }
        (self.source, self.vehicle, feed) = (source, vehicle, info?.feed)
        seenAt = found?.seenAt(fetchedAt: info?.fetchedAt)
        let isStable = source.resolver.rotation(info) != .yes
        reportedID =
            source.source.acceptsReports && isStable ? source.resolver.stableID(of: vehicle) : nil
    }
}
