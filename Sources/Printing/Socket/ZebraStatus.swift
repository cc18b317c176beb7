/// Host status of a label printer of Zebra (ZPL II Programming Guide, `~HS`).
///
/// It has three lines between STX and ETX; the fields in use are in the first two.
struct ZebraStatus: Equatable, Sendable {
    /// The command that asks for it.
    static let question: [UInt8] = Array("~HS".utf8)
    /// Maximum size of an answer in bytes.
    static let maxBytes = 1024

    var isPaperOut = false
    var isPaused = false
    var isHeadOpen = false
    var isRibbonOut = false
    var isTooHot = false
    var isTooCold = false
    var isBufferFull = false
    /// Whether a printed label waits until a person takes it.
    var isLabelWaiting = false
    /// Number of labels that are not printed yet, or of their descriptions.
    var waitingLabels = 0

    /// Reads an answer; `nil` if it is none.
    init?(_ answer: [UInt8]) {
        let lines = answer.split(separator: 0x03).prefix(2).compactMap { line -> [Int]? in
            guard let start = line.lastIndex(of: 0x02) else { return nil }
            return line[(start + 1)...].split(
                separator: UInt8(ascii: ","), omittingEmptySubsequences: false
            ).map { Self.number($0) }
        }
        guard lines.count == 2, lines[0].count >= 12, lines[1].count >= 9 else { return nil }
        let (first, second) = (lines[0], lines[1])
        isPaperOut = first[1] == 1
        isPaused = first[2] == 1
        isBufferFull = first[5] == 1
        isTooCold = first[10] == 1
        isTooHot = first[11] == 1
        isHeadOpen = second[2] == 1
        // Without thermal transfer there is no ribbon.
        isRibbonOut = second[3] == 1 && second[4] == 1
        isLabelWaiting = second[7] == 1
        waitingLabels = max(first[4], second[8], 0)
    }

    /// Whether an answer has all its lines, or is too long to be one.
    static func isComplete(_ answer: [UInt8]) -> Bool {
        answer.count > maxBytes || answer.count { $0 == 0x03 } >= 3
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int {
        Int(String(decoding: field.prefix(9), as: UTF8.self)) ?? 0
    }

    /// What a person has to do before the printer goes on.
    var reasons: [String] {
        let all = [
            (isPaperOut, "it has no labels left"), (isRibbonOut, "it has no ribbon"),
            (isHeadOpen, "its print head is open"), (isTooHot, "its print head is too hot"),
            (isTooCold, "its print head is too cold"), (isPaused, "it is paused"),
            (isLabelWaiting, "a printed label waits to be taken"),
        ]
        return all.filter(\.0).map(\.1)
    }

    /// The state of what was sent.
    var state: PrintState {
        if !reasons.isEmpty { return .waiting(reasons: reasons) }
        guard waitingLabels > 0 || isBufferFull else { return .done }
        return .printing(reasons: [], printed: -waitingLabels)
    }

    var described: PrinterDescription.State {
        if !reasons.isEmpty { return .stopped }
        return waitingLabels > 0 ? .printing : .idle
    }
}
