import FleetCore

@testable import FleetTUI
@testable import TerminalGraphics

/// Reads what a terminal sends, as replies to queries and as keys, at once and in pieces.
///
/// The first byte is the length of a piece.
func fuzzTerminal(_ bytes: [UInt8]) {
    guard let length = bytes.first.map({ max(Int($0), 1) }) else { return }
    let input = bytes.dropFirst()
    let pieces = stride(from: input.startIndex, to: input.endIndex, by: length).map {
        input[$0..<min($0 + length, input.endIndex)]
    }
    checkProbe(input, pieces)
    readKeys(pieces)
}

private func checkProbe(_ input: ArraySlice<UInt8>, _ pieces: [ArraySlice<UInt8>]) {
    var (whole, pieced) = (TerminalProbe { _ in nil }, TerminalProbe { _ in nil })
    whole.take(input)
    for piece in pieces { pieced.take(piece) }
    require(whole.protocols == pieced.protocols, "the protocols depend on the pieces")
    require(whole.typed == pieced.typed, "the typed bytes depend on the pieces")
    require(whole.cell == pieced.cell, "the cell depends on the pieces")
}

private func readKeys(_ pieces: [ArraySlice<UInt8>]) {
    var reader = KeyReader()
    for (index, piece) in pieces.enumerated() {
        // The times are apart by less and more than the timeouts.
        let time = Timestamp(milliseconds: Int64(index * index) * 10)
        for key in reader.read(piece.map(input(of:)), at: time) {
            if case .paste(let text) = key {
                require(text.unicodeScalars.count <= 1000, "a pasted text is too long")
            }
        }
    }
}

/// Maps the bytes that UTF-8 never uses to the events of ncurses.
private func input(of byte: UInt8) -> TerminalInput {
    switch byte {
    case 0xFF: .mouse
    case 0xFE: .pasteBegin
    case 0xFD: .pasteEnd
    case 0xFC: .key(.up)
    case 0xFB: .other
    default: .character(Unicode.Scalar(byte))
    }
}
