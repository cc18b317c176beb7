import FleetCore
import FleetFeeds
import FleetStore
import Pictures

/// The pictures of a source: those that are kept, and those that are fetched.
struct PictureShelf: Sendable {
    /// Why there is no picture at an address.
    enum Absence: Error, Equatable {
        /// It cannot be fetched.
        case unreachable(FeedFailure)
        /// What is there is none.
        case noPicture(PictureFault, at: String)
        /// There was none a short time ago.
        case lately
    }

    let reader: PictureReader
    /// Where pictures are kept; `nil` if there is no home for them.
    let cache: PictureCache?
    let key: SourceKey
    let now: @Sendable () -> Timestamp

    /// How long a picture is good before it is asked whether it changed.
    private static let goodFor: Duration = .seconds(86_400)
    /// How long an address without a picture is left alone.
    private static let restFor: Duration = .seconds(300)
    /// A host that nobody waited longer for is left alone too.
    private static let patience: Duration = .seconds(2)

    /// The picture at an address, as it was kept or is fetched now.
    ///
    /// If it cannot be fetched, one that was kept serves on. An address that failed a short time ago is
    /// asked only if `insisting`.
    /// - Throws: `Absence`, `CancellationError`.
    func picture(at address: String, insisting: Bool) async throws -> [UInt8] {
        let known = cache?.picture(at: address, of: key)
        if let known, isGood(known), !(insisting && known.bytes.isEmpty) {
            guard !known.bytes.isEmpty else { throw Absence.lately }
            return known.bytes
        }
        let began = ContinuousClock.now
        do {
            return try await fetched(address, known)
        } catch let absence as Absence {
            let rest = absence.isFinal ? nil : known
            leaveAlone(address, rest)
            guard let rest, !rest.bytes.isEmpty else { throw absence }
            return rest.bytes
        } catch {
            if ContinuousClock.now - began > Self.patience { leaveAlone(address, known) }
            throw error
        }
    }

    /// Notes that there was no answer; what was kept stays.
    private func leaveAlone(_ address: String, _ known: CachedPicture?) {
        keep(
            known?.document ?? FeedMemory.Document(address: address), known?.bytes ?? [],
            for: Self.restFor)
    }

    private func fetched(_ address: String, _ known: CachedPicture?) async throws -> [UInt8] {
        do {
            let validators = known.flatMap { $0.bytes.isEmpty ? nil : $0.document }
            switch try await reader.read(address, remembered: validators) {
            case .notModified(let document):
                keep(document, known?.bytes ?? [], for: Self.goodFor)
                return known?.bytes ?? []
            case .read(let bytes, let document):
                _ = try LinkedPicture(inspecting: bytes)
                keep(document, bytes, for: Self.goodFor)
                return bytes
            }
        } catch let failure as FeedFailure {
            throw Absence.unreachable(failure)
        } catch let fault as PictureFault {
            throw Absence.noPicture(fault, at: Location.redacted(address))
        }
    }

    /// Whether it need not be asked for; a time far ahead came of a clock that was ahead.
    private func isGood(_ picture: CachedPicture) -> Bool {
        let now = now()
        return picture.askAgainAt > now && picture.askAgainAt <= now + Self.goodFor
    }

    private func keep(_ document: FeedMemory.Document, _ bytes: [UInt8], for time: Duration) {
        cache?.keep(
            CachedPicture(document: document, askAgainAt: now() + time, bytes: bytes), of: key)
    }
}

extension PictureShelf.Absence {
    /// Whether a picture that was there is gone for good.
    fileprivate var isFinal: Bool {
        switch self {
        case .unreachable(let failure): [.status(404), .status(410)].contains(failure.reason)
        case .noPicture, .lately: false
        }
    }
}
