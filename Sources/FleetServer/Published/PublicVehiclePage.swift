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
        var signInHref: String
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
        let environment = request.environment
        guard let source = try? request.source(), source.source.publications.contains(.page) else {
            return nil
        }
        let found = try await environment.snapshots.read { reader in
            (
                try source.resolver.find(id, .exact, in: reader),
                try reader.info(of: source.vehicles)?.feed
            )
        }
        guard case .present(let vehicle)? = found.0 else { return nil }
        // The public sees no sensors, and so no alarms.
        var plain = vehicle
        plain.measurements = []
        let state = VehicleCells(found.1, origin: nil).cell(.state, of: plain)
        let signIn = "/signin" + QueryItems([("next", request.target)]).query
        var page = PageContext(title: vehicle.id, assets: environment.pages.assets, access: nil)
        (page.noindex, page.signInHref) = (true, signIn)
        let contact = try await environment.options.contact.address().map {
            Contact(
                email: .init(
                    href: "mailto:" + PercentEncoding.encoded($0.utf8, keeping: "-._~@+"), text: $0)
            )
        }
        let shown = Vehicle(
            vehicleId: vehicle.id, typeName: found.1?.typeName(of: vehicle),
            typeIcon: VehicleRow.icon(of: vehicle.formFactor),
            state: CellContext(.state, state, environment.style).markup,
            rentalLinks: RentalLink.all(of: vehicle, found.1), contact: contact,
            signInHref: signIn)
        return .html(
            try environment.pages.render(
                "vehicle_public", PublicVehiclePage(page: page, public: shown)))
    }
}
