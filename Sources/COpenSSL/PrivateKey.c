#include <string.h>

#include "OpenSSL.h"

/// Whether a key is for P-256, by the name of the curve and not by its parameters.
static bool is_p256(const EVP_PKEY *key) {
    char name[32];
    size_t length;
    int is_explicit = 0;
    return openssl.EVP_PKEY_get_group_name(key, name, sizeof name, &length) == 1
        && (!strcmp(name, "prime256v1") || !strcmp(name, "P-256"))
        && openssl.EVP_PKEY_get_int_param(key, "decoded-from-explicit", &is_explicit) == 1
        && !is_explicit;
}

/// Whether the private key is in the range of the curve, and the public key belongs to it.
static bool is_consistent(EVP_PKEY *key) {
    EVP_PKEY_CTX *context = openssl.EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    bool result = context && openssl.EVP_PKEY_check(context) == 1;
    openssl.EVP_PKEY_CTX_free(context);
    return result;
}

static EVP_PKEY *read_key(copenssl_bytes der) {
    if (!der.count || der.count > max_key_size) {
        return NULL;
    }
    const unsigned char *end = der.bytes;
    EVP_PKEY *key = openssl.d2i_PrivateKey(evp_pkey_ec, NULL, &end, (long)der.count);
    if (key && (end != der.bytes + der.count || !is_p256(key) || !is_consistent(key))) {
        openssl.EVP_PKEY_free(key);
        return NULL;
    }
    return key;
}

static bool get_number(const EVP_PKEY *key, const char *name, uint8_t *bytes) {
    BIGNUM *number = NULL;
    bool result = openssl.EVP_PKEY_get_bn_param(key, name, &number) == 1
        && openssl.BN_bn2binpad(number, bytes, copenssl_part_size) == copenssl_part_size;
    openssl.BN_clear_free(number);
    return result;
}

copenssl_result copenssl_read_p256(copenssl_bytes der, copenssl_p256_key *parts) {
    if (!copenssl_load()) {
        return copenssl_missing_library;
    }
    copenssl_result result = copenssl_invalid;
    EVP_PKEY *key = read_key(der);
    if (key && get_number(key, "priv", parts->d) && get_number(key, "qx", parts->x)
        && get_number(key, "qy", parts->y)) {
        result = copenssl_success;
    }
    openssl.EVP_PKEY_free(key);
    openssl.ERR_clear_error();
    return result;
}

/// Writes r and s of a signature in DER.
static bool split_signature(const unsigned char *der, size_t count, uint8_t *signature) {
    ECDSA_SIG *parsed = openssl.d2i_ECDSA_SIG(NULL, &der, (long)count);
    if (!parsed) {
        return false;
    }
    const BIGNUM *r, *s;
    openssl.ECDSA_SIG_get0(parsed, &r, &s);
    uint8_t *half = signature + copenssl_part_size;
    bool result = openssl.BN_bn2binpad(r, signature, copenssl_part_size) == copenssl_part_size
        && openssl.BN_bn2binpad(s, half, copenssl_part_size) == copenssl_part_size;
    openssl.ECDSA_SIG_free(parsed);
    return result;
}

copenssl_result copenssl_sign_es256(copenssl_bytes der, copenssl_bytes message,
                                    uint8_t *signature) {
    if (!copenssl_load()) {
        return copenssl_missing_library;
    }
    copenssl_result result = copenssl_invalid;
    EVP_PKEY *key = read_key(der);
    if (key) {
        unsigned char encoded[max_der_signature];
        size_t count = sizeof encoded;
        EVP_MD_CTX *context = openssl.EVP_MD_CTX_new();
        bool is_signed = context
            && openssl.EVP_DigestSignInit_ex(context, NULL, "SHA256", NULL, NULL, key, NULL) == 1
            && openssl.EVP_DigestSign(context, encoded, &count, message.bytes, message.count) == 1
            && split_signature(encoded, count, signature);
        result = is_signed ? copenssl_success : copenssl_failed;
        openssl.EVP_MD_CTX_free(context);
    }
    openssl.EVP_PKEY_free(key);
    openssl.ERR_clear_error();
    return result;
}
