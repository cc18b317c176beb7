#include "PasswordBaseline.h"

#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

enum { passes = 2, memory = 19 << 20, max_threads = 64 };

/// State shared by the threads: the end of the run, and what they have done.
typedef struct {
    double end;
    atomic_int count;
    atomic_bool failed;
} job;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void *work(void *argument) {
    job *job = argument;
    static const char password[] = "correct horse battery";
    char hash[crypto_pwhash_STRBYTES];
    while (now() < job->end) {
        if (crypto_pwhash_str(hash, password, strlen(password), passes, memory) != 0) {
            job->failed = true;
            return NULL;
        }
        job->count++;
    }
    return NULL;
}

double password_baseline(int threads, double seconds) {
    if (sodium_init() < 0 || threads < 1 || threads > max_threads) {
        return -1;
    }
    double start = now();
    job job = {.end = start + seconds};
    pthread_t ids[max_threads];
    int started = 0;
    while (started < threads && pthread_create(&ids[started], NULL, work, &job) == 0) {
        started++;
    }
    for (int index = 0; index < started; index++) {
        pthread_join(ids[index], NULL);
    }
    return job.failed || started < threads ? -1 : job.count / (now() - start);
}
