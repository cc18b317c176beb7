import FleetTestSupport

extension FleetHome {
    /// Returns the bytes that zxing reads from the QR code in each of these images.
    func symbols(in names: [String]) async throws -> [[UInt8]] {
        let script = """
            import sys, zxingcpp
            from PIL import Image
            for path in sys.argv[1:]:
                image = Image.open(path).convert("L")
                found = zxingcpp.read_barcode(image, formats=zxingcpp.BarcodeFormat.QRCode)
                print(found.bytes.hex())
            """
        let lines = try await Tool.run([Tool.python, "-c", script] + names.map(path(of:)))
        return String(decoding: lines, as: UTF8.self).split(separator: "\n")
            .map { [UInt8](hexadecimal: $0) }
    }
}
