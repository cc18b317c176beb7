#include <dlfcn.h>
#include <pthread.h>

#include "OpenSSL.h"

openssl_functions openssl;

static bool is_loaded;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#ifdef __APPLE__
// Homebrew's folders, which dlopen does not search by default.
static const char *const files[] = {"libcrypto.3.dylib",
                                    "/opt/homebrew/opt/openssl@3/lib/libcrypto.3.dylib",
                                    "/usr/local/opt/openssl@3/lib/libcrypto.3.dylib"};
#else
static const char *const files[] = {"libcrypto.so.3"};
#endif

static bool load(void) {
    void *handle = NULL;
    for (size_t i = 0; !handle && i < sizeof files / sizeof *files; i++) {
        handle = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    }
    if (!handle) {
        return false;
    }
// POSIX allows the object pointer of dlsym to be used as a function (dlsym, "Application Usage").
#define FIND(result, name, arguments)                                                             \
    *(void **)&openssl.name = dlsym(handle, #name);                                               \
    if (!openssl.name) {                                                                          \
        dlclose(handle);                                                                          \
        return false;                                                                             \
    }
    FUNCTIONS(FIND)
#undef FIND
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
