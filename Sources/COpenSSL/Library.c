#include <CLibrary.h>
#include <pthread.h>

#include "OpenSSL.h"

openssl_functions openssl;

static bool is_loaded;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static bool load(void) {
// POSIX allows the object pointer of dlsym to be used as a function (dlsym, "Application Usage").
#define FIND(result, name, arguments) {#name, (void **)&openssl.name},
    const clibrary_function functions[] = {FUNCTIONS(FIND)};
#undef FIND
    if (!clibrary_load(CLIBRARY_FILE("crypto", "3"), functions, sizeof functions / sizeof *functions)) {
        return false;
    }
    // Otherwise exit() would free the library's data while other threads still use it.
    openssl.OPENSSL_init_crypto(openssl_init_no_atexit, NULL);
    openssl.ERR_clear_error();
    return true;
}

bool copenssl_load(void) {
    pthread_mutex_lock(&mutex);
    if (!is_loaded) {
        is_loaded = load();
    }
    bool result = is_loaded;
    pthread_mutex_unlock(&mutex);
    return result;
}
