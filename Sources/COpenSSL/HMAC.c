#include "OpenSSL.h"

copenssl_result copenssl_hmac_sha1(copenssl_bytes key, copenssl_bytes message, uint8_t *code) {
    if (!copenssl_load()) {
        return copenssl_missing_library;
    }
    size_t count;
    // OpenSSL takes a null pointer for a key that is not set, even if its length is 0.
    bool is_made = openssl.EVP_Q_mac(NULL, "HMAC", NULL, "SHA1", NULL,
                                     key.count ? (const void *)key.bytes : "", key.count,
                                     message.bytes, message.count, code, copenssl_sha1_size,
                                     &count)
        && count == copenssl_sha1_size;
    openssl.ERR_clear_error();
    return is_made ? copenssl_success : copenssl_failed;
}
