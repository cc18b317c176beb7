// Declarations of the functions of libcrypto in use.
//
// They are declared here instead of included, so that a build needs no headers of OpenSSL. They are
// stable in all releases of version 3. Source: https://docs.openssl.org/3.0/man3/
#ifndef OPENSSL_H
#define OPENSSL_H

#include "COpenSSL.h"

typedef struct bignum_st BIGNUM;
typedef struct ECDSA_SIG_st ECDSA_SIG;
typedef struct engine_st ENGINE;
typedef struct evp_md_ctx_st EVP_MD_CTX;
typedef struct evp_pkey_ctx_st EVP_PKEY_CTX;
typedef struct evp_pkey_st EVP_PKEY;
typedef struct ossl_init_settings_st OPENSSL_INIT_SETTINGS;
typedef struct ossl_lib_ctx_st OSSL_LIB_CTX;
typedef struct ossl_param_st OSSL_PARAM;
typedef struct ossl_param_bld_st OSSL_PARAM_BLD;

/// EVP_PKEY_EC, EVP_PKEY_PUBLIC_KEY and OPENSSL_INIT_NO_ATEXIT.
enum { evp_pkey_ec = 408, evp_pkey_public_key = 0x86, openssl_init_no_atexit = 0x80000 };

// X(result, name, arguments)
#define FUNCTIONS(X)                                                                              \
    X(int, OPENSSL_init_crypto, (uint64_t, const OPENSSL_INIT_SETTINGS *))                        \
    X(void, ERR_clear_error, (void))                                                              \
    X(BIGNUM *, BN_bin2bn, (const unsigned char *, int, BIGNUM *))                                \
    X(int, BN_bn2binpad, (const BIGNUM *, unsigned char *, int))                                  \
    X(void, BN_clear_free, (BIGNUM *))                                                            \
    X(void, BN_free, (BIGNUM *))                                                                  \
    X(ECDSA_SIG *, ECDSA_SIG_new, (void))                                                         \
    X(void, ECDSA_SIG_free, (ECDSA_SIG *))                                                        \
    X(void, ECDSA_SIG_get0, (const ECDSA_SIG *, const BIGNUM **, const BIGNUM **))                \
    X(int, ECDSA_SIG_set0, (ECDSA_SIG *, BIGNUM *, BIGNUM *))                                     \
    X(ECDSA_SIG *, d2i_ECDSA_SIG, (ECDSA_SIG **, const unsigned char **, long))                   \
    X(int, i2d_ECDSA_SIG, (const ECDSA_SIG *, unsigned char **))                                  \
    X(EVP_PKEY *, d2i_PrivateKey, (int, EVP_PKEY **, const unsigned char **, long))               \
    X(void, EVP_PKEY_free, (EVP_PKEY *))                                                          \
    X(int, EVP_PKEY_get_group_name, (const EVP_PKEY *, char *, size_t, size_t *))                 \
    X(int, EVP_PKEY_get_int_param, (const EVP_PKEY *, const char *, int *))                       \
    X(int, EVP_PKEY_get_bn_param, (const EVP_PKEY *, const char *, BIGNUM **))                    \
    X(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_name,                                                 \
      (OSSL_LIB_CTX *, const char *, const char *))                                               \
    X(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_pkey,                                                 \
      (OSSL_LIB_CTX *, EVP_PKEY *, const char *))                                                 \
    X(void, EVP_PKEY_CTX_free, (EVP_PKEY_CTX *))                                                  \
    X(int, EVP_PKEY_check, (EVP_PKEY_CTX *))                                                      \
    X(int, EVP_PKEY_fromdata_init, (EVP_PKEY_CTX *))                                              \
    X(int, EVP_PKEY_fromdata, (EVP_PKEY_CTX *, EVP_PKEY **, int, OSSL_PARAM *))                   \
    X(OSSL_PARAM_BLD *, OSSL_PARAM_BLD_new, (void))                                               \
    X(void, OSSL_PARAM_BLD_free, (OSSL_PARAM_BLD *))                                              \
    X(int, OSSL_PARAM_BLD_push_BN, (OSSL_PARAM_BLD *, const char *, const BIGNUM *))              \
    X(int, OSSL_PARAM_BLD_push_octet_string,                                                      \
      (OSSL_PARAM_BLD *, const char *, const void *, size_t))                                     \
    X(int, OSSL_PARAM_BLD_push_utf8_string,                                                       \
      (OSSL_PARAM_BLD *, const char *, const char *, size_t))                                     \
    X(OSSL_PARAM *, OSSL_PARAM_BLD_to_param, (OSSL_PARAM_BLD *))                                  \
    X(void, OSSL_PARAM_free, (OSSL_PARAM *))                                                      \
    X(EVP_MD_CTX *, EVP_MD_CTX_new, (void))                                                       \
    X(void, EVP_MD_CTX_free, (EVP_MD_CTX *))                                                      \
    X(int, EVP_DigestSignInit_ex,                                                                 \
      (EVP_MD_CTX *, EVP_PKEY_CTX **, const char *, OSSL_LIB_CTX *, const char *, EVP_PKEY *,     \
       const OSSL_PARAM *))                                                                       \
    X(int, EVP_DigestSign,                                                                        \
      (EVP_MD_CTX *, unsigned char *, size_t *, const unsigned char *, size_t))                   \
    X(int, EVP_DigestVerifyInit_ex,                                                               \
      (EVP_MD_CTX *, EVP_PKEY_CTX **, const char *, OSSL_LIB_CTX *, const char *, EVP_PKEY *,     \
       const OSSL_PARAM *))                                                                       \
    X(int, EVP_DigestVerify,                                                                      \
      (EVP_MD_CTX *, const unsigned char *, size_t, const unsigned char *, size_t))               \
    X(unsigned char *, EVP_Q_mac,                                                                 \
      (OSSL_LIB_CTX *, const char *, const char *, const char *, const OSSL_PARAM *,              \
       const void *, size_t, const unsigned char *, size_t, unsigned char *, size_t, size_t *))

typedef struct {
#define POINTER(result, name, arguments) result(*name) arguments;
    FUNCTIONS(POINTER)
#undef POINTER
} openssl_functions;

/// The functions, once `copenssl_load` has returned true.
extern openssl_functions openssl;

/// Bytes of the longest signature of P-256 in DER: a sequence of two integers of 33 bytes.
enum { max_der_signature = 2 + 2 * (2 + 1 + copenssl_part_size) };

/// Maximum number of bytes of a key in DER, of a part of a key, and of a signature.
enum { max_key_size = 1 << 14 };

#endif
