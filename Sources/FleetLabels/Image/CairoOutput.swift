import CPangoCairo

/// Buffer for a file that cairo writes.
final class CairoOutput {
    private var bytes: [UInt8] = []

    /// Callback for cairo, whose context is `context`.
    static let sink: cpango_sink = { context, bytes, count in
        // SAFETY: the object in `context` lives as long as cairo may write.
        let output = Unmanaged<CairoOutput>.fromOpaque(context).takeUnretainedValue()
        output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return 0
    }

    /// Context of `sink`; does not retain this object.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Returns the bytes since the last call.
    func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
