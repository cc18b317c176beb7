#include "CProgram.h"

static int count = 0;
static char **arguments = 0;

// glibc and dyld pass the arguments of main to constructors, too.
__attribute__((constructor)) static void store_arguments(int argc, char **argv) {
    count = argc;
    arguments = argv;
}

const char *cprogram_commit(void) {
    return FLEET_COMMIT;
}

const char *cprogram_packages(void) {
    return FLEET_PACKAGES;
}

const char *cprogram_server_packages(void) {
    return FLEET_SERVER_PACKAGES;
}

int cprogram_argument_count(void) {
    return count;
}

const char *cprogram_argument(int index) {
    return arguments[index];
}
