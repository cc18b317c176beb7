// API of the system's expat.
#include <expat.h>
