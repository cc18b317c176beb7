/// Page of black and white dots, as a printer sets them.
public struct PageImage: Sendable, Equatable {
    /// QR code on a page, without its quiet zone, in dots from the top left.
    public struct Code: Sendable, Equatable {
        /// Left edge.
        public let x: Int
        /// Upper edge.
        public let y: Int
        /// Modules per side.
        public let modules: Int
        /// Dots per module.
        public let dotsPerModule: Int

        /// Creates the position of a code.
        public init(x: Int, y: Int, modules: Int, dotsPerModule: Int) {
            (self.x, self.y, self.modules, self.dotsPerModule) = (x, y, modules, dotsPerModule)
        }
    }

    /// Amount of ink, of 255, from which on a dot is black.
    ///
    /// It is less than half, since the stroke of a small letter may cover two dots by halves.
    private static let threshold: UInt8 = 96

    /// Width in dots.
    public let width: Int
    /// Height in dots.
    public let height: Int
    /// Rows of whole bytes from the top; the most significant bit is on the left, and 1 is black.
    public let rows: [UInt8]
    /// The codes, in the order of their labels; none if their modules are not of whole dots.
    public let codes: [Code]

    /// Number of bytes of a row.
    public var bytesPerRow: Int { (width + 7) / 8 }

    /// Creates an image; returns `nil` if the number of bytes does not match the size.
    public init?(width: Int, height: Int, rows: [UInt8], codes: [Code] = []) {
        guard width > 0, height > 0, rows.count == (width + 7) / 8 * height else { return nil }
        (self.width, self.height, self.rows, self.codes) = (width, height, rows, codes)
    }

    /// Creates an image from the ink of its dots, one byte each.
    /// - Parameter stride: The number of bytes from one row to the next.
    init(
        width: Int, height: Int, ink: UnsafePointer<UInt8>, stride: Int, codes: [Code]
    ) {
        let bytesPerRow = (width + 7) / 8
        (self.width, self.height, self.codes) = (width, height, codes)
        rows = [UInt8](unsafeUninitializedCapacity: bytesPerRow * height) { rows, count in
            count = bytesPerRow * height
            for y in 0..<height {
                let row = ink + y * stride
                for index in 0..<bytesPerRow {
                    var byte: UInt8 = 0
                    for x in 8 * index..<min(8 * index + 8, width) where row[x] >= Self.threshold {
                        byte |= 0x80 >> UInt8(x & 7)
                    }
                    rows[y * bytesPerRow + index] = byte
                }
            }
        }
    }

    /// Whether a dot is black; dots outside of the page are white.
    public subscript(x: Int, y: Int) -> Bool {
        guard 0..<width ~= x, 0..<height ~= y else { return false }
        return rows[y * bytesPerRow + x / 8] & 0x80 >> UInt8(x & 7) != 0
    }
}
