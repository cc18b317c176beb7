// Signatures and message authentication of OpenSSL's libcrypto, version 3.
//
// The library is loaded on first use, because few commands need it. Each function allocates and
// frees all of its objects, so that keys are plain bytes for the caller. All are thread-safe.
#ifndef COPENSSL_H
#define COPENSSL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    /// Bytes of a coordinate or private key of P-256, of a public key of Ed25519, and of each half
    /// of their signatures.
    copenssl_part_size = 32,
    /// Bytes of a signature of ES256 (r and s) or EdDSA (R and S).
    copenssl_signature_size = 2 * copenssl_part_size,
    /// Bytes of an HMAC-SHA1.
    copenssl_sha1_size = 20,
};

/// Bytes of the caller; null only if there are none.
typedef struct {
    const uint8_t *_Nullable bytes;
    size_t count;
} copenssl_bytes;

typedef enum {
    copenssl_success,
    /// The key or the signature is invalid.
    copenssl_invalid,
    /// Another error, such as a lack of memory or of randomness.
    copenssl_failed,
    copenssl_missing_library,
} copenssl_result;

/// A private key for P-256 with its public key (RFC 7518, section 6.2).
typedef struct {
    uint8_t d[copenssl_part_size];
    uint8_t x[copenssl_part_size];
    uint8_t y[copenssl_part_size];
} copenssl_p256_key;

/// Loads the library, unless it is loaded; returns false if it is missing.
///
/// It stays loaded. A later call tries again, because a lack of descriptors passes.
bool copenssl_load(void);

/// Reads an unencrypted private key for P-256 in DER: PKCS #8 (RFC 5208) or SEC 1 (RFC 5915).
///
/// The curve must be named, and the public key, if there is one, must be that of the private key.
copenssl_result copenssl_read_p256(copenssl_bytes der, copenssl_p256_key *_Nonnull key);

/// Signs a message with ES256 (RFC 7518, section 3.4) by a private key in DER.
copenssl_result copenssl_sign_es256(copenssl_bytes der, copenssl_bytes message,
                                    uint8_t *_Nonnull signature);

/// Algorithms whose signatures are verified: RS256, ES256, and EdDSA with Ed25519 (RFC 8037).
typedef enum {
    copenssl_rs256,
    copenssl_es256,
    copenssl_eddsa,
} copenssl_algorithm;

/// A public key: modulus and exponent for RS256, x and y for ES256, x for EdDSA.
typedef struct {
    copenssl_algorithm algorithm;
    copenssl_bytes first;
    copenssl_bytes second;
} copenssl_public_key;

/// Checks that a public key can be used: that its lengths are valid, and a point is on its curve.
///
/// Points of Ed25519 are checked only when a signature is verified.
copenssl_result copenssl_check(copenssl_public_key key);

/// Returns success only if a signature of a message is valid.
copenssl_result copenssl_verify(copenssl_public_key key, copenssl_bytes message,
                                copenssl_bytes signature);

/// Computes the HMAC-SHA1 of a message (RFC 2104).
copenssl_result copenssl_hmac_sha1(copenssl_bytes key, copenssl_bytes message,
                                   uint8_t *_Nonnull code);

#endif
