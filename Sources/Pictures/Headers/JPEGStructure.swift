/// Segments of a JPEG (ITU-T T.81, annex B).
struct JPEGStructure {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    let info: PictureInfo
    private(set) var orientation = PictureOrientation.up
    /// Whether a decoder buffers the whole picture: it is progressive or has several scans.
    let needsFullBuffer: Bool
    /// Number of samples of all components.
    let samples: Int
    /// Number of color components: one for grey, three for colors, four for cyan, magenta, yellow
    /// and black.
    let components: Int

    var isCMYK: Bool { components == 4 }

    /// Real pictures have at most about 24 scans; for each one, a decoder processes the whole
    /// picture.
    private static let maxScans = 64

    private enum Marker {
        static let startOfScan: UInt8 = 0xDA
        static let end: UInt8 = 0xD9
        static let exif: UInt8 = 0xE1
        /// SOF0 to SOF15 without DHT, JPG and DAC.
        static let frames = Set<UInt8>(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
        /// Markers without a segment: TEM, RST0 to RST7, SOI.
        static let standalone = Set<UInt8>(0xD0...0xD8).union([0x01])
    }

    /// Reads all segments up to the end marker.
    ///
    /// Rejects what a lenient decoder might skip or read differently, so that it cannot hide a
    /// larger frame. The decoder checks the rest.
    init(_ bytes: [UInt8]) throws(PictureError) {
        var reader = ByteReader(bytes[2...])
        var (frame, scans, scanComponents): (Frame?, Int, Int) = (nil, 0, 0)
        while true {
            let marker = try Self.marker(&reader)
            if marker == Marker.end { break }
            guard !Marker.standalone.contains(marker) else {
                throw .damaged("a marker is misplaced")
            }
            let segment = try Self.segment(&reader)
            if Marker.frames.contains(marker) {
                guard frame == nil else { throw .damaged("it has more than one frame") }
                frame = try Frame(marker, segment)
            } else if marker == Marker.startOfScan {
                scans += 1
                guard scans <= Self.maxScans else { throw .damaged("it has too many scans") }
                scanComponents = Int(segment.first ?? 0)
                try Self.skipScan(&reader)
            } else if marker == Marker.exif, let value = PictureOrientation(exif: segment) {
                orientation = value
            }
        }
        guard let frame, scans > 0 else { throw .damaged("it has no pixels") }
        needsFullBuffer = frame.isProgressive || scans > 1 || scanComponents != frame.components
        (info, samples, components) = (frame.info, frame.samples, frame.components)
    }

    /// Reads the next marker, after any number of fill bytes.
    private static func marker(_ reader: inout ByteReader) throws(PictureError) -> UInt8 {
        guard try reader.byte() == 0xFF else { throw .damaged("a segment is misplaced") }
        var marker = try reader.byte()
        while marker == 0xFF { marker = try reader.byte() }
        guard marker != 0 else { throw .damaged("a segment is misplaced") }
        return marker
    }

    private static func segment(
        _ reader: inout ByteReader
    ) throws(PictureError) -> ArraySlice<UInt8> {
        let count = try reader.bigEndian(2)
        guard count >= 2 else { throw .damaged("a segment is too short") }
        return try reader.take(count - 2)
    }

    /// Skips the entropy-coded data of a scan, with its restart markers.
    private static func skipScan(_ reader: inout ByteReader) throws(PictureError) {
        while true {
            try reader.skip(to: 0xFF)
            var lookahead = reader
            _ = try lookahead.byte()
            let next = try lookahead.byte()
            guard next == 0 || (0xD0...0xD7).contains(next) else { return }
            reader = lookahead
        }
    }
}

extension JPEGStructure {
    /// Frame header (B.2.2).
    private struct Frame {
        let info: PictureInfo
        let isProgressive: Bool
        let components: Int
        /// Number of samples of all components.
        let samples: Int

        init(_ marker: UInt8, _ segment: ArraySlice<UInt8>) throws(PictureError) {
            var reader = ByteReader(segment.dropFirst())
            let (height, width) = (try reader.bigEndian(2), try reader.bigEndian(2))
            info = try PictureInfo(.jpeg, width: width, height: height)
            components = try reader.bigEndian(1)
            // SOF2, SOF6, SOF10 and SOF14.
            isProgressive = marker & 3 == 2
            var blocks: [Int] = []
            for _ in 0..<components {
                let factors = Int(try reader.take(3).dropFirst().first ?? 0)
                blocks.append((factors >> 4) * (factors & 15))
            }
            // The component with the most samples has at most one per pixel.
            samples = blocks.reduce(0, +) * width * height / max(1, blocks.max() ?? 1)
        }
    }
}
