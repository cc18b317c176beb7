extension UnsafeBufferPointer<UInt8> {
    /// The text without leading and trailing white space (ASCII 32 and below).
    var trimmed: UnsafeBufferPointer<UInt8> {
        guard let first = firstIndex(where: { $0 > 32 }), let last = lastIndex(where: { $0 > 32 })
        else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: self[first...last])
    }
}
