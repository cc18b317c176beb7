#include "CCUPS.h"

#include <CLibrary.h>
#include <pthread.h>
#include <stdbool.h>

// X(name)
#define FUNCTIONS(X)                                                                              \
    X(cupsGetDests2)                                                                              \
    X(cupsGetNamedDest)                                                                           \
    X(cupsFreeDests)                                                                              \
    X(cupsGetOption)                                                                              \
    X(cupsAddOption)                                                                              \
    X(cupsFreeOptions)                                                                            \
    X(cupsCopyDestInfo)                                                                           \
    X(cupsFreeDestInfo)                                                                           \
    X(cupsGetDestMediaCount)                                                                      \
    X(cupsGetDestMediaByIndex)                                                                    \
    X(cupsGetDestMediaBySize)                                                                     \
    X(cupsCreateJob)                                                                              \
    X(cupsStartDocument)                                                                          \
    X(cupsWriteRequestData)                                                                       \
    X(cupsFinishDocument)                                                                         \
    X(cupsCancelJob2)                                                                             \
    X(cupsUser)                                                                                   \
    X(cupsLastError)                                                                              \
    X(cupsLastErrorString)                                                                        \
    X(ippNewRequest)                                                                              \
    X(ippAddString)                                                                               \
    X(cupsDoRequest)                                                                              \
    X(ippDelete)                                                                                  \
    X(ippFindAttribute)                                                                           \
    X(ippGetCount)                                                                                \
    X(ippGetInteger)                                                                              \
    X(ippGetString)

static ccups_functions functions;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
// POSIX allows the object pointer of dlsym to be used as a function (dlsym, "Application Usage").
#define FIND(name) {#name, (void **)&functions.name},
    const clibrary_function wanted[] = {FUNCTIONS(FIND)};
#undef FIND
    is_loaded = clibrary_load(CLIBRARY_FILE("cups", "2"), wanted, sizeof wanted / sizeof *wanted);
}

const ccups_functions *ccups_load(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
