#include "CPostgres.h"

#include <CLibrary.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>

// X(name)
#define FUNCTIONS(X)                                                                              \
    X(PQconnectdbParams)                                                                          \
    X(PQconnectStartParams)                                                                       \
    X(PQconnectPoll)                                                                              \
    X(PQsetErrorVerbosity)                                                                        \
    X(PQconnectionNeedsPassword)                                                                  \
    X(PQfinish)                                                                                   \
    X(PQgetCancel)                                                                                \
    X(PQcancel)                                                                                   \
    X(PQfreeCancel)                                                                               \
    X(PQstatus)                                                                                   \
    X(PQsocket)                                                                                   \
    X(PQserverVersion)                                                                            \
    X(PQbackendPID)                                                                               \
    X(PQerrorMessage)                                                                             \
    X(PQconninfoParse)                                                                            \
    X(PQconninfoFree)                                                                             \
    X(PQsetNoticeProcessor)                                                                       \
    X(PQsendQuery)                                                                                \
    X(PQsendPrepare)                                                                              \
    X(PQsendDescribePrepared)                                                                     \
    X(PQsendQueryParams)                                                                          \
    X(PQsendQueryPrepared)                                                                        \
    X(PQenterPipelineMode)                                                                        \
    X(PQexitPipelineMode)                                                                         \
    X(PQsendFlushRequest)                                                                         \
    X(PQpipelineSync)                                                                             \
    X(PQsetSingleRowMode)                                                                         \
    X(PQisBusy)                                                                                   \
    X(PQgetResult)                                                                                \
    X(PQresultStatus)                                                                             \
    X(PQresultErrorField)                                                                         \
    X(PQresultErrorMessage)                                                                       \
    X(PQclear)                                                                                    \
    X(PQntuples)                                                                                  \
    X(PQnfields)                                                                                  \
    X(PQftype)                                                                                    \
    X(PQgetisnull)                                                                                \
    X(PQgetlength)                                                                                \
    X(PQgetvalue)                                                                                 \
    X(PQcmdStatus)                                                                                \
    X(PQcmdTuples)                                                                                \
    X(PQputCopyData)                                                                              \
    X(PQputCopyEnd)                                                                               \
    X(PQconsumeInput)                                                                             \
    X(PQnotifies)                                                                                 \
    X(PQfreemem)

static cpostgres_functions functions;
static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
// POSIX allows the object pointer of dlsym to be used as a function (dlsym, "Application Usage").
#define FIND(name) {#name, (void **)&functions.name},
    const clibrary_function wanted[] = {FUNCTIONS(FIND)};
#undef FIND
    is_loaded = clibrary_load(CLIBRARY_FILE("pq", "5"), wanted, sizeof wanted / sizeof *wanted);
}

const cpostgres_functions *cpostgres_load(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}

static bool wait_for(int socket, short events, int milliseconds) {
    struct pollfd descriptor = {.fd = socket, .events = events};
    int count;
    do {
        count = poll(&descriptor, 1, milliseconds);
    } while (count < 0 && errno == EINTR);
    // Whoever reads the socket finds its errors.
    return count != 0;
}

bool cpostgres_wait(int socket, int milliseconds) { return wait_for(socket, POLLIN, milliseconds); }

bool cpostgres_wait_for_output(int socket, int milliseconds) {
    return wait_for(socket, POLLOUT, milliseconds);
}
