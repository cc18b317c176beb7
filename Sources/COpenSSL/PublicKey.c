#include <string.h>

#include "OpenSSL.h"

/// Returns the key of a type with parameters, which must all have been pushed; null if it is invalid.
static EVP_PKEY *make_key(const char *type, OSSL_PARAM_BLD *builder) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = openssl.OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX *context = openssl.EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (parameters && context && openssl.EVP_PKEY_fromdata_init(context) == 1
        && openssl.EVP_PKEY_fromdata(context, &key, evp_pkey_public_key, parameters) != 1) {
        openssl.EVP_PKEY_free(key);
        key = NULL;
    }
    openssl.EVP_PKEY_CTX_free(context);
    openssl.OSSL_PARAM_free(parameters);
    return key;
}

static EVP_PKEY *make_rsa_key(OSSL_PARAM_BLD *builder, copenssl_bytes modulus,
                              copenssl_bytes exponent) {
    if (modulus.count > max_key_size || exponent.count > max_key_size) {
        return NULL;
    }
    EVP_PKEY *key = NULL;
    BIGNUM *n = openssl.BN_bin2bn(modulus.bytes, (int)modulus.count, NULL);
    BIGNUM *e = openssl.BN_bin2bn(exponent.bytes, (int)exponent.count, NULL);
    if (n && e && openssl.OSSL_PARAM_BLD_push_BN(builder, "n", n) == 1
        && openssl.OSSL_PARAM_BLD_push_BN(builder, "e", e) == 1) {
        key = make_key("RSA", builder);
    }
    openssl.BN_free(n);
    openssl.BN_free(e);
    return key;
}

static EVP_PKEY *make_p256_key(OSSL_PARAM_BLD *builder, copenssl_bytes x, copenssl_bytes y) {
    // An uncompressed point (SEC 1, section 2.3.3).
    unsigned char point[1 + 2 * copenssl_part_size] = {4};
    if (x.count != copenssl_part_size || y.count != copenssl_part_size) {
        return NULL;
    }
    memcpy(point + 1, x.bytes, copenssl_part_size);
    memcpy(point + 1 + copenssl_part_size, y.bytes, copenssl_part_size);
    bool is_pushed =
        openssl.OSSL_PARAM_BLD_push_utf8_string(builder, "group", "prime256v1", 0) == 1
        && openssl.OSSL_PARAM_BLD_push_octet_string(builder, "pub", point, sizeof point) == 1;
    return is_pushed ? make_key("EC", builder) : NULL;
}

static EVP_PKEY *make_ed25519_key(OSSL_PARAM_BLD *builder, copenssl_bytes x) {
    bool is_pushed = x.count == copenssl_part_size
        && openssl.OSSL_PARAM_BLD_push_octet_string(builder, "pub", x.bytes, x.count) == 1;
    return is_pushed ? make_key("ED25519", builder) : NULL;
}

/// Returns the key; null if it is invalid.
static EVP_PKEY *make_public_key(copenssl_public_key parts) {
    OSSL_PARAM_BLD *builder = openssl.OSSL_PARAM_BLD_new();
    EVP_PKEY *key = NULL;
    if (builder) {
        switch (parts.algorithm) {
        case copenssl_rs256: key = make_rsa_key(builder, parts.first, parts.second); break;
        case copenssl_es256: key = make_p256_key(builder, parts.first, parts.second); break;
        case copenssl_eddsa: key = make_ed25519_key(builder, parts.first); break;
        }
    }
    openssl.OSSL_PARAM_BLD_free(builder);
    return key;
}

copenssl_result copenssl_check(copenssl_public_key parts) {
    if (!copenssl_load()) {
        return copenssl_missing_library;
    }
    EVP_PKEY *key = make_public_key(parts);
    copenssl_result result = key ? copenssl_success : copenssl_invalid;
    openssl.EVP_PKEY_free(key);
    openssl.ERR_clear_error();
    return result;
}

/// Writes a signature of r and s in DER; returns the number of bytes, or 0.
static size_t join_signature(copenssl_bytes signature, unsigned char *der) {
    if (signature.count != copenssl_signature_size) {
        return 0;
    }
    ECDSA_SIG *parsed = openssl.ECDSA_SIG_new();
    BIGNUM *r = openssl.BN_bin2bn(signature.bytes, copenssl_part_size, NULL);
    BIGNUM *s =
        openssl.BN_bin2bn(signature.bytes + copenssl_part_size, copenssl_part_size, NULL);
    int count = 0;
    if (parsed && r && s && openssl.ECDSA_SIG_set0(parsed, r, s) == 1) {
        // They belong to the signature now.
        r = s = NULL;
        count = openssl.i2d_ECDSA_SIG(parsed, &der);
    }
    openssl.BN_free(r);
    openssl.BN_free(s);
    openssl.ECDSA_SIG_free(parsed);
    return count > 0 ? (size_t)count : 0;
}

static bool is_valid(EVP_PKEY *key, const char *digest, copenssl_bytes message,
                     copenssl_bytes signature) {
    EVP_MD_CTX *context = openssl.EVP_MD_CTX_new();
    bool result = context
        && openssl.EVP_DigestVerifyInit_ex(context, NULL, digest, NULL, NULL, key, NULL) == 1
        && openssl.EVP_DigestVerify(context, signature.bytes, signature.count, message.bytes,
                                    message.count) == 1;
    openssl.EVP_MD_CTX_free(context);
    return result;
}

copenssl_result copenssl_verify(copenssl_public_key parts, copenssl_bytes message,
                                copenssl_bytes signature) {
    if (!copenssl_load()) {
        return copenssl_missing_library;
    }
    if (!signature.count || signature.count > max_key_size) {
        return copenssl_invalid;
    }
    copenssl_result result = copenssl_invalid;
    unsigned char encoded[max_der_signature];
    if (parts.algorithm == copenssl_es256) {
        signature = (copenssl_bytes){encoded, join_signature(signature, encoded)};
    }
    EVP_PKEY *key = signature.count ? make_public_key(parts) : NULL;
    const char *digest = parts.algorithm == copenssl_eddsa ? NULL : "SHA256";
    if (key && is_valid(key, digest, message, signature)) {
        result = copenssl_success;
    }
    openssl.EVP_PKEY_free(key);
    openssl.ERR_clear_error();
    return result;
}
