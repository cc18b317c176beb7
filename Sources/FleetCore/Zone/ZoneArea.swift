/// The area of a zone: polygons in a compact form, of some six bytes a point, as they are stored.
///
/// The form has the number of polygons; for each the number of rings; for each ring the number of
/// points, and the differences between the coordinates of successive points in steps of 10⁻⁷
/// degrees (1 cm), longitude before latitude. All numbers are variable-length integers of seven
/// bits a byte (LEB128), differences with the sign in the lowest bit (ZigZag).
public struct ZoneArea: Equatable, Sendable {
    /// The compact form.
    public let bytes: [UInt8]
    /// The rectangle around the polygons.
    public let box: Box

    /// A rectangle in degrees; a longitude may exceed 180, as that of a point of a polygon.
    public struct Box: Equatable, Sendable {
        /// The latitudes that it spans.
        public let latitudes: ClosedRange<Double>
        /// The longitudes that it spans.
        public let longitudes: ClosedRange<Double>

        /// Creates a rectangle.
        public init(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
            (self.latitudes, self.longitudes) = (latitudes, longitudes)
        }

        /// Returns the points of a position within the rectangle, which may be a turn away.
        func points(of position: Position) -> [ZonePolygon.Point] {
            guard latitudes.contains(position.latitude) else { return [] }
            return [0.0, 360, -360].map { position.longitude + $0 }.filter(longitudes.contains)
                .compactMap {
                    ZonePolygon.Point(longitude: $0, latitude: position.latitude)
                }
        }

        fileprivate func union(_ other: Box) -> Box {
            func span(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>) -> ClosedRange<Double> {
                min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
            }
            return Box(
                latitudes: span(latitudes, other.latitudes),
                longitudes: span(longitudes, other.longitudes))
        }
    }

    /// Creates an area, whose points are rounded to steps; returns `nil` without polygons.
    public init?(_ polygons: [ZonePolygon]) {
        guard var box = polygons.first?.box else { return nil }
        for polygon in polygons { box = box.union(polygon.box) }
        self.init(bytes: polygons.bytes, box: box)
    }

    /// Creates an area from its stored form.
    public init(bytes: [UInt8], box: Box) {
        (self.bytes, self.box) = (bytes, box)
    }

    /// Returns whether a position is inside; for many positions use a ``ZoneIndex``.
    public func contains(_ position: Position) -> Bool {
        !box.points(of: position).isEmpty && polygons.contains { $0.contains(position) }
    }

    /// The polygons; none if the form is damaged.
    ///
    /// One that is smaller than a step has no area left, and is not among them.
    public var polygons: [ZonePolygon] { polygons { $0 } }

    /// Returns the polygons with changed rings; an empty ring is left out.
    func polygons(
        _ change: ([ZonePolygon.Point]) -> [ZonePolygon.Point]
    ) -> [ZonePolygon] {
        bytes.withUnsafeBytes { [ZonePolygon](bytes: $0, change) } ?? []
    }
}

extension [ZonePolygon] {
    private static let stepsPerDegree = 1e7

    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(integer: UInt64(count))
        for polygon in self {
            bytes.append(integer: UInt64(polygon.rings.count))
            for ring in polygon.rings {
                bytes.append(integer: UInt64(ring.count))
                var last: (Int64, Int64) = (0, 0)
                for point in ring {
                    let next = (
                        Int64((point.longitude * Self.stepsPerDegree).rounded()),
                        Int64((point.latitude * Self.stepsPerDegree).rounded())
                    )
                    bytes.append(difference: next.0 - last.0)
                    bytes.append(difference: next.1 - last.1)
                    last = next
                }
            }
        }
        return bytes
    }

    /// Reads the form; returns `nil` if it is damaged.
    fileprivate init?(
        bytes: UnsafeRawBufferPointer, _ change: ([ZonePolygon.Point]) -> [ZonePolygon.Point]
    ) {
        var reader = IntegerReader(bytes: bytes)
        guard let count = reader.count() else { return nil }
        self = []
        for _ in 0..<count {
            guard let ringCount = reader.count() else { return nil }
            var rings: [[ZonePolygon.Point]] = []
            for _ in 0..<ringCount {
                guard let ring = reader.ring() else { return nil }
                let changed = change(ring)
                if !changed.isEmpty { rings.append(changed) }
            }
            if let polygon = ZonePolygon(rings: rings) { append(polygon) }
        }
        guard reader.isAtEnd else { return nil }
    }

    private struct IntegerReader {
        let bytes: UnsafeRawBufferPointer
        var index = 0

        var isAtEnd: Bool { index == bytes.count }

        mutating func integer() -> UInt64? {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while index < bytes.count, shift < 64 {
                let byte = bytes[index]
                index += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }

        /// Reads how many parts follow; `nil` if there are fewer bytes than parts.
        mutating func count() -> Int? {
            integer().flatMap { Int(exactly: $0) }.flatMap { $0 <= bytes.count - index ? $0 : nil }
        }

        private mutating func difference() -> Int64? {
            integer().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
        }

        mutating func ring() -> [ZonePolygon.Point]? {
            guard let count = count() else { return nil }
            var ring: [ZonePolygon.Point] = []
            ring.reserveCapacity(count)
            var (longitude, latitude): (Int64, Int64) = (0, 0)
            for _ in 0..<count {
                guard let east = difference(), let north = difference() else { return nil }
                longitude &+= east
                latitude &+= north
                guard
                    let point = ZonePolygon.Point(
                        longitude: Double(longitude) / stepsPerDegree,
                        latitude: Double(latitude) / stepsPerDegree)
                else { return nil }
                ring.append(point)
            }
            return ring
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(integer value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    fileprivate mutating func append(difference value: Int64) {
        append(integer: UInt64(bitPattern: value << 1 ^ value >> 63))
    }
}
