/// The segments of a JPEG (ITU-T T.81, annex B).
struct JPEGStructure {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    let facts: PictureFacts
    /// How the picture is to be turned.
    private(set) var orientation = PictureOrientation.upright
    /// Whether its pixels do not come one after the other, so that a decoder keeps them all meanwhile.
    let isKeptWhole: Bool
    /// The samples of all components.
    let samples: Int
    /// Whether its colors are those of four inks.
    let hasInks: Bool

    /// Pictures have a dozen scans or two; each costs a decoder a walk through all of the picture.
    private static let mostScans = 64

    private enum Marker {
        static let startOfScan: UInt8 = 0xDA
        static let end: UInt8 = 0xD9
        static let exif: UInt8 = 0xE1
        /// SOF0 to SOF15 without DHT, JPG and DAC.
        static let frames = Set<UInt8>(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
        /// Those that stand alone: TEM, RST0 to RST7, SOI.
        static let bare = Set<UInt8>(0xD0...0xD8).union([0x01])
    }

    init(_ bytes: [UInt8]) throws(PictureFault) {
        var reader = ByteReader(bytes[2...])
        var (frame, scans, isKeptWhole): (Frame?, Int, Bool) = (nil, 0, false)
        while true {
            let marker = try Self.marker(&reader)
            if marker == Marker.end { break }
            guard !Marker.bare.contains(marker) else { throw .damaged("a marker is out of place") }
            let segment = try Self.segment(&reader)
            if Marker.frames.contains(marker) {
                guard frame == nil else { throw .damaged("it has several frames") }
                frame = try Frame(marker, segment)
            } else if marker == Marker.startOfScan {
                scans += 1
                guard let frame else { throw .damaged("its pixels come before its size") }
                // A scan begins with how many of the components it has.
                isKeptWhole = frame.isProgressive || segment.first != UInt8(frame.components)
                guard scans <= Self.mostScans else { throw .damaged("it has too many scans") }
                try Self.skipScan(&reader)
            } else if marker == Marker.exif, let told = PictureOrientation(exif: segment) {
                orientation = told
            }
        }
        guard let frame, scans > 0 else { throw .damaged("it has no pixels") }
        self.isKeptWhole = isKeptWhole || scans > 1
        (facts, samples, hasInks) = (frame.facts, frame.samples, frame.components == 4)
    }

    /// The next marker, before which there may be any number of fill bytes.
    private static func marker(_ reader: inout ByteReader) throws(PictureFault) -> UInt8 {
        guard try reader.byte() == 0xFF else { throw .damaged("a segment is out of place") }
        var marker = try reader.byte()
        while marker == 0xFF { marker = try reader.byte() }
        guard marker != 0 else { throw .damaged("a segment is out of place") }
        return marker
    }

    private static func segment(
        _ reader: inout ByteReader
    ) throws(PictureFault) -> ArraySlice<UInt8> {
        let count = try reader.big(2)
        guard count >= 2 else { throw .damaged("a segment is too short") }
        return try reader.take(count - 2)
    }

    /// Skips compressed pixels: up to the next marker that is none of theirs.
    private static func skipScan(_ reader: inout ByteReader) throws(PictureFault) {
        while true {
            try reader.skip(to: 0xFF)
            var ahead = reader
            _ = try ahead.byte()
            let next = try ahead.byte()
            guard next == 0 || (0xD0...0xD7).contains(next) else { return }
            reader = ahead
        }
    }
}

extension JPEGStructure {
    /// What a frame's header says (B.2.2).
    private struct Frame {
        let facts: PictureFacts
        let isProgressive: Bool
        let components: Int
        /// The samples of all components.
        let samples: Int

        init(_ marker: UInt8, _ segment: ArraySlice<UInt8>) throws(PictureFault) {
            var reader = ByteReader(segment)
            let precision = try reader.big(1)
            let (height, width) = (try reader.big(2), try reader.big(2))
            facts = try PictureFacts(.jpeg, width: width, height: height)
            components = try reader.big(1)
            guard (0xC0...0xC2).contains(marker), precision == 8,
                [1, 3, 4].contains(components), reader.rest == 3 * components
            else { throw .damaged("it is of a kind that cameras do not make") }
            isProgressive = marker == 0xC2
            var blocks: [Int] = []
            for _ in 0..<components {
                let factors = Int(try reader.take(3).dropFirst().first ?? 0)
                let (across, down) = (factors >> 4, factors & 15)
                guard (1...4).contains(across), (1...4).contains(down) else {
                    throw .damaged("its header is wrong")
                }
                blocks.append(across * down)
            }
            // The component with the most samples has one for each pixel, at most.
            samples = blocks.reduce(0, +) * width * height / (blocks.max() ?? 1)
        }
    }
}
