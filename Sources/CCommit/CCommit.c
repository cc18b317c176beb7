#include "CCommit.h"

const char *ccommit_name(void) {
    return FLEET_COMMIT;
}
