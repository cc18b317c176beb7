import FleetService
import Foundation

@testable import FleetRuntime

/// Decodes a message of the control socket, and encodes it again without a change.
func fuzzControl(_ bytes: [UInt8]) {
    let data = Data(bytes)
    if let request = try? JSONDecoder().decode(ControlRequest.self, from: data) {
        checkEncoding(of: request)
    }
    if let reply = try? JSONDecoder().decode(ControlReply.self, from: data) {
        checkEncoding(of: reply)
        if case .state(let update) = reply { _ = update.json(clockOffset: .seconds(1)) }
    }
}

private func checkEncoding<Message: Codable>(of message: Message) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // JSON has no infinite numbers.
    guard let first = try? encoder.encode(message) else { return }
    guard let decoded = try? JSONDecoder().decode(Message.self, from: first),
        let second = try? encoder.encode(decoded)
    else { fatalError("an encoded message cannot be decoded") }
    require(first == second, "a message changes when it is sent")
}
