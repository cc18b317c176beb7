import POSIX
import SystemPackage

/// Output that is held back until it is complete, because only then it is known whether it needs a
/// pager; in memory, or if it is long in a temporary file.
struct HeldOutput: ~Copyable {
    private var beginning: [UInt8] = []
    private var file: OpenFile?
    private var bytesInFile = 0
    private var lines: ScreenLines

    private static let maxBytesInMemory = 65_536

    init(columns: Int) {
        lines = ScreenLines(columns: columns)
    }

    /// Returns whether the output fits on a screen, with a line for the next prompt.
    func fits(rows: Int) -> Bool { lines.count < rows }

    /// Adds bytes.
    mutating func append(_ bytes: [UInt8]) throws(Errno) {
        lines.add(bytes)
        if file == nil, beginning.count + bytes.count <= Self.maxBytesInMemory {
            beginning += bytes
        } else {
            try moveToFile()
            try write(bytes)
        }
    }

    /// Writes the output to a descriptor.
    consuming func write(to data: FileDescriptor) throws(Errno) {
        guard let file else { return try data.write(all: beginning) }
        try file.rewind()
        var rest = bytesInFile
        while rest > 0 {
            let bytes = try file.read(upTo: min(rest, Self.maxBytesInMemory))
            if bytes.isEmpty { return }
            try data.write(all: bytes)
            rest -= bytes.count
        }
    }

    /// Passes a file with the output, at its beginning.
    /// - Returns: The result of `body`; `nil` if there is no room for the file.
    mutating func withFile(_ body: (FileDescriptor) async -> Bool) async -> Bool? {
        guard (try? moveToFile()) != nil, (try? file?.rewind()) != nil,
            let descriptor = file?.descriptor
        else { return nil }
        return await body(descriptor)
    }

    private mutating func moveToFile() throws(Errno) {
        guard file == nil else { return }
        let new = try OpenFile.temporary()
        try new.write(beginning)
        file = consume new
        bytesInFile = beginning.count
        beginning = []
    }

    private mutating func write(_ bytes: [UInt8]) throws(Errno) {
        try file?.write(bytes)
        bytesInFile += bytes.count
    }
}

/// Number of lines that text takes on a screen.
struct ScreenLines {
    private let columns: Int
    private(set) var count = 0
    private var column = 0
    private var isInEscape = false

    init(columns: Int) {
        self.columns = max(columns, 1)
    }

    /// Adds UTF-8 text; escape sequences (ECMA-48, 5.4) take no room, any character takes one
    /// column.
    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes {
            if isInEscape {
                isInEscape = !(0x40...0x7E).contains(byte) || byte == UInt8(ascii: "[")
            } else if byte == 0x1B {
                isInEscape = true
            } else if byte == UInt8(ascii: "\n") {
                if column == 0 { count += 1 }
                column = 0
            } else if byte & 0xC0 != 0x80 {
                if column % columns == 0 { count += 1 }
                column += 1
            }
        }
    }
}
