import Foundation

/// Gzip data for tests, made without a compressor.
package enum Gzip {
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    /// Wraps bytes in gzip (RFC 1952) with stored blocks (RFC 1951, section 3.2.4).
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var compressed = header
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            compressed.append(rest.isEmpty ? 1 : 0)
            compressed += littleEndian(UInt16(block.count)) + littleEndian(~UInt16(block.count))
            compressed += block
        } while !rest.isEmpty
        return compressed + littleEndian(CRC32.checksum(bytes)) + littleEndian(UInt32(bytes.count))
    }

    /// Returns a stream without an end that expands to zeros, one mebibyte per 1,037 bytes.
    package static func bomb(mebibytes: Int) -> [UInt8] {
        let start: [UInt8] = [
            0xEC, 0xC1, 0x31, 0x01, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x08, 0x5F,
            0xA0,
        ]
        let end: [UInt8] = [0x3E, 0x03, 0x00, 0x00, 0xFF, 0xFF]
        let zeros = [UInt8](repeating: 0, count: 1037 - start.count - end.count)
        let block = start + zeros + end
        return header + (0..<mebibytes).flatMap { _ in block }
    }

    /// GBFS 2.3 document with 300 vehicles, 31,871 bytes, compressed by Python's gzip module.
    package static let fleet = Array(
        Data(
            base64Encoded: """
                H4sIAAAAAAACA73avYpbVwCF0T5PIW49Mdn7/utVjBnkjEJERBxGihsz7x4NNqRME9atrg7S2aq+an0b\
                rqfb/fnvv15O9/PLcMz6y4/nabjfr8Nxebx8Pb/eLl/+HI5DP4zD0/D47mk4fhs+X/4434bjx58OP57v\
                R8+Xx0WHx69+v/x6Pf/8ftnwdHgM3R/H0/Zhe//wft3hcd3j/XJ7fj3fzq9f3//A4bfT9Xb+fvpyuZ0+\
                X/89fXv6z6WwpbKlkS1NbGlmSwtbWtnSxpZ2tRTWiLBGhDUirBFhjQhrRFgjwhoR1oiwRpQ1oqwRZY0o\
                a0RZI8oaUdaIskaUNaKsESNrxMgaMbJGjKwRI2vEyBoxskaMrBEja8TIGjGxRkysERNrxMQaMbFGTKwR\
                E2vExBoxsUZMrBEza8TMGjGzRsysETNrxMwaMbNGzKwRM2vEzBqxsEYsrBELa8TCGrGwRiysEQtrxMIa\
                sbBGLKwRK2vEyhqxskasrBEra8TKGrGyRqysEStrxMoasbFGbKwRG2vExhqxsUZsrBEba8TGGrGxRmys\
                ETtrxM4asbNG7KwRO2vEzhqxs0bsrBE7a8SuGhHmLMOcZZizDHOWYc4yzFmGOcswZxnmLMOcZZizDHOW\
                Yc4yzFmGOcswZxnmLMOcZZizDHOWYc4yzFmGOcswZxnmLMOcZZizDHOWYc4yzFmGOcswZxnmLMOcZZiz\
                DHOWYc4yzFmGOcswZxnmLMOcZZizDHOWYc4yzFmGOcswZxnmLMOcZZizDHOWYc4yzFmGOcswZxnmLMOc\
                ZZizDHOWYc4yzFmGOcswZxnmLMOcZZizDHOWYc4yzFmGOcswZxnmLMOcZZizDHOWYc4yzFmGOcswZxnm\
                LMOcZZizDHOWYc4yzFmGOcswZxnmLMOcZZizDHOWYc4yzFmGOcswZxnmLMOcZZizDHOWZc6yzFmWOcsy\
                Z1nmLMucZZmzLHOWZc6yzFmWOcsyZ1nmLMucZZmzLHOWZc6yzFmWOcsyZ1nmLMucZZmzLHOWZc6yzFmW\
                OcsyZ1nmLMucZZmzLHOWZc6yzFmWOcsyZ1nmLMucZZmzLHOWZc6yzFmWOcsyZ1nmLMucZZmzLHOWZc6y\
                zFmWOcsyZ1nmLMucZZmzLHOWZc6yzFmWOcsyZ1nmLMucZZmzLHOWZc6yzFmWOcsyZ1nmLMucZZmzLHOW\
                Zc6yzFmWOcsyZ1nmLMucZZmzLHOWZc6yzFmWOcsyZ1nmLMucZZmzLHOWZc6yzFmWOcsyZ1nmLMucZZmz\
                LHOWZc6yzFmWOcv+b87y09vbP4T80tV/fAAA
                """) ?? Data())

    private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
