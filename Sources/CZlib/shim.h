// The interface of zlib, as the system has it.
#include <zlib.h>
