import Dispatch
import FleetCore
import FleetTUI
import Pictures
import Synchronization
import TerminalGraphics

/// Reads the pictures of the vehicle that is open, and decodes them on a thread of its own: photos at
/// once, then what may have to be fetched.
final class BrowsePictures: Sendable {
    private let pictures: TerminalPictures
    private let supply: PictureSupply
    private let inbox: BrowseInbox
    private let queue = DispatchQueue(label: "fleet.browse.pictures")
    private let wanted = Mutex(Wanted())

    /// The newest request; older ones are given up.
    private struct Wanted {
        var ticket = 0
        var fetching: Task<Void, Never>?
    }

    init(_ pictures: TerminalPictures, _ supply: PictureSupply, _ inbox: BrowseInbox) {
        (self.pictures, self.supply, self.inbox) = (pictures, supply, inbox)
    }

    /// Reads the pictures of a vehicle and of the notes about it.
    func read(_ vehicle: Vehicle, notes: [Note]) {
        wanted.withLock { wanted in
            wanted.ticket += 1
            wanted.fetching?.cancel()
            let ticket = wanted.ticket
            wanted.fetching = Task { [self] in
                let photos = await onQueue {
                    self.decoded(self.supply.photos(of: notes), for: ticket)
                }
                post(photos, of: vehicle, for: ticket)
                let others = await supply.ofVehicle(vehicle)
                guard !others.isEmpty else { return }
                post(
                    await onQueue { self.decoded(others, for: ticket) } + photos, of: vehicle,
                    for: ticket)
            }
        }
    }

    /// Waits for what is under way, which is given up.
    func finish() async {
        let fetching = wanted.withLock { wanted in
            wanted.ticket += 1
            wanted.fetching?.cancel()
            return wanted.fetching
        }
        await fetching?.value
    }

    /// Decoding takes too long for the threads that tasks share.
    private func onQueue(
        _ body: @escaping @Sendable () -> [SheetPicture]
    ) async -> [SheetPicture] {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }

    /// Those that can be decoded.
    private func decoded(
        _ found: some Sequence<VehiclePicture>, for ticket: Int
    ) -> [SheetPicture] {
        found.prefix(PictureSupply.limit).compactMap { picture in
            guard isWanted(ticket), let raster = pictures.raster(picture.bytes) else { return nil }
            let cells = pictures.cells(width: raster.width, height: raster.height)
            return SheetPicture(
                caption: picture.caption, width: raster.width, height: raster.height,
                rgba: raster.rgba, cells: CanvasSize(columns: cells.columns, rows: cells.rows))
        }
    }

    private func post(_ pictures: [SheetPicture], of vehicle: Vehicle, for ticket: Int) {
        guard isWanted(ticket) else { return }
        inbox.post(.pictures(id: vehicle.id, Array(pictures.prefix(PictureSupply.limit))))
    }

    private func isWanted(_ ticket: Int) -> Bool { wanted.withLock { $0.ticket == ticket } }
}
