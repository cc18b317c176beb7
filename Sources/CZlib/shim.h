// API of the system's zlib.
#include <zlib.h>
