/// OLE compound file ([MS-CFB]): a workbook of Excel 97 to 2003, or one with a password.
enum CompoundFile {
    // [MS-CFB], section 2.2.
    private static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    // Name of the stream of an encrypted workbook in UTF-16 ([MS-OFFCRYPTO], section 2.3.4.4).
    private static let encryptedPackage = [UInt8](
        "EncryptedPackage".utf8.map { [$0, 0] }.joined())

    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

    /// Returns the error for a compound file.
    static func error(for bytes: [UInt8]) -> TableError {
        // Names are in entries of 128 bytes in sectors of 512 or 4,096 bytes (section 2.6.1).
        for start in stride(from: 0, to: bytes.count - 128, by: 128)
        where bytes[start...].starts(with: encryptedPackage) {
            return .passwordProtected
        }
        return .oldWorkbook
    }
}
