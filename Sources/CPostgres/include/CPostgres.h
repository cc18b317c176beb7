// The client library of PostgreSQL, libpq.
//
// The library is loaded on first use: linking it would cost every run some milliseconds. The types
// and functions in use are declared here as in libpq-fe.h
// (https://www.postgresql.org/docs/15/libpq.html); they have been stable since version 9.2,
// those of the pipeline mode since 14.
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;

/// A notification; `next` is private.
typedef struct pgNotify {
    char *_Nullable relname;
    int be_pid;
    char *_Nullable extra;
    struct pgNotify *_Nullable next;
} PGnotify;

/// An option of a connection; a list ends with one without a keyword.
typedef struct {
    char *_Nullable keyword;
    char *_Nullable envvar;
    char *_Nullable compiled;
    char *_Nullable val;
    char *_Nullable label;
    char *_Nullable dispchar;
    int dispsize;
} PQconninfoOption;

/// Values of ConnStatusType, ExecStatusType, PostgresPollingStatusType, PGVerbosity and the field codes of PQresultErrorField.
enum {
    cpostgres_connection_ok = 0,
    cpostgres_empty_query = 0,
    cpostgres_command_ok = 1,
    cpostgres_tuples_ok = 2,
    cpostgres_copy_in = 4,
    cpostgres_single_tuple = 9,
    cpostgres_pipeline_sync = 10,
    cpostgres_polling_failed = 0,
    cpostgres_polling_reading = 1,
    cpostgres_polling_writing = 2,
    cpostgres_only_sqlstate = 3,
    cpostgres_sqlstate = 'C',
    cpostgres_primary_message = 'M',
};

/// The functions of the library.
typedef struct {
    PGconn *_Nullable (*_Nonnull PQconnectdbParams)(
        const char *_Nullable const *_Nonnull keywords,
        const char *_Nullable const *_Nonnull values, int expand_dbname);
    PGconn *_Nullable (*_Nonnull PQconnectStartParams)(
        const char *_Nullable const *_Nonnull keywords,
        const char *_Nullable const *_Nonnull values, int expand_dbname);
    int (*_Nonnull PQconnectPoll)(PGconn *_Nullable);
    int (*_Nonnull PQsetErrorVerbosity)(PGconn *_Nullable, int verbosity);
    int (*_Nonnull PQconnectionNeedsPassword)(const PGconn *_Nullable);
    void (*_Nonnull PQfinish)(PGconn *_Nullable);
    PGcancel *_Nullable (*_Nonnull PQgetCancel)(PGconn *_Nullable);
    int (*_Nonnull PQcancel)(PGcancel *_Nullable, char *_Nonnull message, int length);
    void (*_Nonnull PQfreeCancel)(PGcancel *_Nullable);
    int (*_Nonnull PQstatus)(const PGconn *_Nullable);
    int (*_Nonnull PQsocket)(const PGconn *_Nullable);
    int (*_Nonnull PQserverVersion)(const PGconn *_Nullable);
    int (*_Nonnull PQbackendPID)(const PGconn *_Nullable);
    char *_Nullable (*_Nonnull PQerrorMessage)(const PGconn *_Nullable);
    PQconninfoOption *_Nullable (*_Nonnull PQconninfoParse)(const char *_Nonnull text,
                                                            char *_Nullable *_Nullable message);
    void (*_Nonnull PQconninfoFree)(PQconninfoOption *_Nullable);
    void (*_Nullable (*_Nonnull PQsetNoticeProcessor)(
        PGconn *_Nullable, void (*_Nullable processor)(void *_Nullable, const char *_Nullable),
        void *_Nullable))(void *_Nullable, const char *_Nullable);

    int (*_Nonnull PQsendQuery)(PGconn *_Nullable, const char *_Nonnull statement);
    int (*_Nonnull PQsendPrepare)(PGconn *_Nullable, const char *_Nonnull name,
                                  const char *_Nonnull statement, int count,
                                  const unsigned *_Nullable types);
    int (*_Nonnull PQsendDescribePrepared)(PGconn *_Nullable, const char *_Nonnull name);
    int (*_Nonnull PQsendQueryParams)(PGconn *_Nullable, const char *_Nonnull statement, int count,
                                      const unsigned *_Nullable types,
                                      const char *_Nullable const *_Nullable values,
                                      const int *_Nullable lengths, const int *_Nullable formats,
                                      int result_format);
    int (*_Nonnull PQsendQueryPrepared)(PGconn *_Nullable, const char *_Nonnull name, int count,
                                        const char *_Nullable const *_Nullable values,
                                        const int *_Nullable lengths, const int *_Nullable formats,
                                        int result_format);
    int (*_Nonnull PQenterPipelineMode)(PGconn *_Nullable);
    int (*_Nonnull PQexitPipelineMode)(PGconn *_Nullable);
    int (*_Nonnull PQsendFlushRequest)(PGconn *_Nullable);
    int (*_Nonnull PQpipelineSync)(PGconn *_Nullable);
    int (*_Nonnull PQsetSingleRowMode)(PGconn *_Nullable);
    int (*_Nonnull PQisBusy)(PGconn *_Nullable);
    PGresult *_Nullable (*_Nonnull PQgetResult)(PGconn *_Nullable);

    int (*_Nonnull PQresultStatus)(const PGresult *_Nullable);
    char *_Nullable (*_Nonnull PQresultErrorField)(const PGresult *_Nullable, int code);
    char *_Nullable (*_Nonnull PQresultErrorMessage)(const PGresult *_Nullable);
    void (*_Nonnull PQclear)(PGresult *_Nullable);
    int (*_Nonnull PQntuples)(const PGresult *_Nullable);
    int (*_Nonnull PQnfields)(const PGresult *_Nullable);
    unsigned (*_Nonnull PQftype)(const PGresult *_Nullable, int column);
    int (*_Nonnull PQgetisnull)(const PGresult *_Nullable, int row, int column);
    int (*_Nonnull PQgetlength)(const PGresult *_Nullable, int row, int column);
    char *_Nullable (*_Nonnull PQgetvalue)(const PGresult *_Nullable, int row, int column);
    char *_Nullable (*_Nonnull PQcmdStatus)(PGresult *_Nullable);
    char *_Nullable (*_Nonnull PQcmdTuples)(PGresult *_Nullable);

    int (*_Nonnull PQputCopyData)(PGconn *_Nullable, const char *_Nullable bytes, int count);
    int (*_Nonnull PQputCopyEnd)(PGconn *_Nullable, const char *_Nullable error);
    int (*_Nonnull PQconsumeInput)(PGconn *_Nullable);
    PGnotify *_Nullable (*_Nonnull PQnotifies)(PGconn *_Nullable);
    void (*_Nonnull PQfreemem)(void *_Nullable);
} cpostgres_functions;

/// Waits until a socket has input or is closed; returns whether it was within a time, which is unlimited
/// if it is negative.
bool cpostgres_wait(int socket, int milliseconds);

/// Waits like cpostgres_wait until a socket accepts output.
bool cpostgres_wait_for_output(int socket, int milliseconds);

/// Returns the functions, or null if the library is missing; the first call loads it. Thread-safe.
const cpostgres_functions *_Nullable cpostgres_load(void);

#endif
