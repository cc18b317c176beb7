import Dispatch
import FleetCore
import FleetTUI
import Pictures
import Synchronization
import TerminalGraphics

/// Reader and decoder of the open vehicle's pictures: photos first, then pictures that may need a
/// fetch.
final class BrowsePictures: Sendable {
    private let pictures: TerminalPictures
    private let provider: PictureProvider
    private let inbox: BrowseInbox
    private let queue = DispatchQueue(label: "fleet.browse.pictures")
    private let latest = Mutex(LatestRequest())

    /// Latest request; earlier ones are cancelled.
    private struct LatestRequest {
        var number = 0
        var task: Task<Void, Never>?
    }

    init(_ pictures: TerminalPictures, _ provider: PictureProvider, _ inbox: BrowseInbox) {
        (self.pictures, self.provider, self.inbox) = (pictures, provider, inbox)
    }

    /// Reads the pictures of a vehicle and of the notes about it.
    func read(_ vehicle: Vehicle, notes: [Note]) {
        latest.withLock { latest in
            latest.number += 1
            latest.task?.cancel()
            let number = latest.number
            latest.task = Task { [self] in
                let photos = await onQueue {
                    self.decoded(self.provider.photos(of: notes), for: number)
                }
                post(photos, of: vehicle, for: number)
                let fetched = await provider.ofVehicle(vehicle)
                guard !fetched.isEmpty else { return }
                post(
                    await onQueue { self.decoded(fetched, for: number) } + photos, of: vehicle,
                    for: number)
            }
        }
    }

    /// Cancels the current request and waits for it.
    func finish() async {
        let task = latest.withLock { latest in
            latest.number += 1
            latest.task?.cancel()
            return latest.task
        }
        await task?.value
    }

    /// Runs `body` on a thread of its own, because decoding would block the cooperative thread
    /// pool.
    private func onQueue(
        _ body: @escaping @Sendable () -> [SheetPicture]
    ) async -> [SheetPicture] {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }

    /// Returns the pictures that can be decoded.
    private func decoded(
        _ found: some Sequence<VehiclePicture>, for number: Int
    ) -> [SheetPicture] {
        found.prefix(PictureProvider.limit).compactMap { picture in
            guard isLatest(number), let raster = pictures.raster(picture.bytes) else { return nil }
            let cells = pictures.cells(width: raster.width, height: raster.height)
            return SheetPicture(
                caption: picture.caption, width: raster.width, height: raster.height,
                rgba: raster.rgba, cells: CanvasSize(columns: cells.columns, rows: cells.rows))
        }
    }

    private func post(_ pictures: [SheetPicture], of vehicle: Vehicle, for number: Int) {
        guard isLatest(number) else { return }
        inbox.post(.pictures(id: vehicle.id, Array(pictures.prefix(PictureProvider.limit))))
    }

    private func isLatest(_ number: Int) -> Bool { latest.withLock { $0.number == number } }
}
