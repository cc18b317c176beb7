// API of the system's libqrencode.
#include <qrencode.h>
