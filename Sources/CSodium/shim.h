// API of the system's libsodium.
#include <sodium.h>
