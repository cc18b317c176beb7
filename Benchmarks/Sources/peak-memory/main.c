// Runs a program and writes its peak resident memory, in bytes, to a file.
// usage: peak-memory FILE PROGRAM ARGUMENT...
//
// The kernel counts the memory of the process that starts a program as the program's own, so the
// benchmark, which holds whole feeds, starts this small program instead.

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#ifdef __APPLE__
static const long unit = 1;
#else
static const long unit = 1024;
#endif

extern char **environ;

int main(int count, char **arguments) {
    if (count < 3) return 64;
    pid_t child;
    int cause = posix_spawnp(&child, arguments[2], NULL, NULL, arguments + 2, environ);
    if (cause != 0) {
        fprintf(stderr, "%s: %s\n", arguments[2], strerror(cause));
        return 127;
    }
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) == -1 && errno == EINTR) continue;
    FILE *file = fopen(arguments[1], "w");
    if (file == NULL) return 73;
    fprintf(file, "%ld\n", usage.ru_maxrss * unit);
    if (fclose(file) != 0) return 73;
    if (WIFSIGNALED(status)) raise(WTERMSIG(status));
    return WEXITSTATUS(status);
}
