import FleetCore
import ServiceLifecycle
import Synchronization

/// A listener whose errors before it listens name its address.
struct ListeningService: Service {
    private let application: any Service
    private let address: ListenAddress
    private let isListening: ListeningState

    private final class ListeningState: Sendable {
        let value = Mutex(false)
    }

    /// - Parameter make: Returns the application, which calls its argument once it listens.
    init(
        _ address: ListenAddress,
        _ make: (_ onListening: @escaping @Sendable () -> Void) -> any Service
    ) {
        let state = ListeningState()
        (self.address, isListening) = (address, state)
        application = make { state.value.withLock { $0 = true } }
    }

    func run() async throws {
        do {
            try await application.run()
        } catch {
            throw isListening.value.withLock(\.self) ? error : ListenError(error, at: address)
        }
    }
}
