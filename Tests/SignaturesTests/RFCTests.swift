import Foundation
import Signatures
import Testing

@Suite("Examples of the standards")
struct RFCTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(Data(base64URL: text)) }

    /// Whether the signature of a token is valid, and only for this token.
    private static func isValid(_ token: String, by parameters: PublicKey.Parameters) throws -> Bool
    {
        let key = try PublicKey(parameters)
        let parts = token.split(separator: ".")
        let signed = Array(parts[..<2].joined(separator: ".").utf8)
        let signature = bytes(String(parts[2]))
        return try key.isValid(signature, over: signed)
            && !key.isValid(signature, over: signed + [0])
    }

    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
        + "cnVlfQ"
    private static let x = bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
    private static let y = bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")

    @Test("RS256: RFC 7515, appendix A.2")
    func rs256() throws {
        let modulus =
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt"
            + "0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSX"
            + "ndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5"
            + "IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
        let signature =
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W"
            + "2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkS"
            + "jtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnv"
            + "Wh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
        #expect(
            try Self.isValid(
                "eyJhbGciOiJSUzI1NiJ9.\(Self.payload).\(signature)",
                by: .rsa(modulus: Self.bytes(modulus), exponent: Self.bytes("AQAB"))))
    }

    @Test("ES256: RFC 7515, appendix A.3")
    func es256() throws {
        let signature =
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        #expect(
            try Self.isValid(
                "eyJhbGciOiJFUzI1NiJ9.\(Self.payload).\(signature)", by: .p256(x: Self.x, y: Self.y)
            ))
    }

    @Test("The private key of RFC 7515, appendix A.3 has the public key of that appendix")
    func privateKey() throws {
        let scalar = Self.bytes("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")
        // SEC 1 without curve and public key.
        let key = try P256PrivateKey(der: [0x30, 37, 2, 1, 1, 4, 32] + scalar)
        #expect(key.publicKey.parameters == .p256(x: Self.x, y: Self.y))
    }

    @Test("EdDSA: RFC 8037, appendix A.4")
    func eddsa() throws {
        let signature =
            "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
        #expect(
            try Self.isValid(
                "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.\(signature)",
                by: .ed25519(x: Self.bytes("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"))))
    }

    @Test(
        "HMAC-SHA1: RFC 2202, section 3, and an empty key with an empty message",
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b617318655057264e28bc0b6fb378c8ef146be00"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
            ),
            (
                [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
                "125d7342b9ac11cd91a39af48aa17b4f63f175d3"
            ),
            (
                [UInt8](1...25), [UInt8](repeating: 0xcd, count: 50),
                "4c9007f4026250c6bc8414f9bf50c86c2d7235da"
            ),
            (
                [UInt8](repeating: 0x0c, count: 20), Array("Test With Truncation".utf8),
                "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"
            ),
            (
                [UInt8](repeating: 0xaa, count: 80),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "aa4ae5e15272d00e95705637ce8a3b55ed402112"
            ),
            (
                [UInt8](repeating: 0xaa, count: 80),
                Array(
                    "Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data".utf8
                ),
                "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"
            ),
            ([], [], "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"),
        ])
    func hmac(key: [UInt8], message: [UInt8], code: String) throws {
        #expect(try HMAC.sha1(of: message, key: key).hex == code)
    }
}
