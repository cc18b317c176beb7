// The data of Foundation's ICU, a third of each program. The optimized programs read it from a file that they share.
//
// FLEET_ICU is the version of ICU. In other builds it is empty, and the data is in the program or in Foundation's
// library.
#if FLEET_ICU + 0

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOIN(first, version, last) first##version##last
#define NAME(first, version, last) JOIN(first, version, last)
#define TEXT(text) #text
#define FILE_NAME(version) "icudt" TEXT(version) "l.dat"

// An empty table of contents, as in ICU's stubdata.cpp. The linker finds it before it reads the library of ICU, and so
// leaves out the object of that library which has all data.
const struct {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size, reserved;
    uint8_t is_big_endian, charset, character_size, reserved_byte;
    uint8_t format[4], format_version[4], data_version[4], padding[8];
    uint32_t count, reserved_word;
} NAME(icudt, FLEET_ICU, _dat) __attribute__((aligned(16))) = {
    32, {0xda, 0x27}, 20, 0, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, 0, 2, 0,
    {'T', 'o', 'C', 'P'}, {1, 0, 0, 0}, {0}, {0}, 0, 0,
};

// The prefix is that of all names in Foundation's ICU.
void swift_udata_setCommonData(const void *data, int *error);

// Maps a file; returns a null pointer, and the error in errno, if it cannot.
static const void *map(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    struct stat status;
    void *data = MAP_FAILED;
    if (fstat(file, &status) == 0) data = mmap(0, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    int error = errno;
    close(file);
    errno = error;
    return data == MAP_FAILED ? 0 : data;
}

static void fail(const char *path, const char *cause, const char *hint) {
    fprintf(stderr, "error: cannot read %s: %s\nhint: %s\n", path, cause, hint);
    _exit(74);
}

// Maps the file of the installation, the archive or the build folder; the system reads only the pages that are used.
__attribute__((constructor)) static void set_data(void) {
    static const char *const folders[] = {"../share/fleet/", "../../share/fleet/"};
    char path[4096 + 64];
    ssize_t length = readlink("/proc/self/exe", path, 4096);
    // Without /proc, main reports the error.
    if (length < 0 && errno == ENOENT) return;
    if (length < 0 || length == 4096) fail("/proc/self/exe", length < 0 ? strerror(errno) : "the path is too long", "mount /proc so that this process can read it");
    path[length] = 0;
    char *name = strrchr(path, '/') + 1;
    for (int index = 0; index < 2; index++) {
        strcpy(stpcpy(name, folders[index]), FILE_NAME(FLEET_ICU));
        const void *data = map(path);
        if (!data && errno == ENOENT) continue;
        if (!data) fail(path, strerror(errno), errno == ENOMEM ? "raise the limit of memory: `ulimit -v unlimited`" : "check its permissions, or install fleet again");
        int error = 0;
        swift_udata_setCommonData(data, &error);
        if (error > 0) fail(path, "it is damaged", "install fleet again, with all its files");
        return;
    }
    fail(path, "no such file", "install fleet again, with all its files");
}

#endif
