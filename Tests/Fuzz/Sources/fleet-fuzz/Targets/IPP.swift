@testable import Printing

/// Reads a message of IPP, and writes it again as one that can be read, with the same groups; reads
/// what a printer would describe by it, and the status of a label printer.
func fuzzIPP(_ bytes: [UInt8]) {
    _ = ZebraStatus(bytes)
    guard let message = try? IPPMessage(bytes) else { return }
    let description = PrinterDescription(message.attributes(IPPMessage.Group.printer))
    for text in description.reasons + description.media + description.formats {
        let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        require(isClean, "a text has a control character")
    }
    // Repaired texts may be longer.
    guard message.bytes.count <= IPPMessage.maxBytes else { return }
    guard let again = try? IPPMessage(message.bytes) else { fatalError("our message is refused") }
    require(again.groups.map(\.tag) == message.groups.map(\.tag), "our message has other groups")
}
