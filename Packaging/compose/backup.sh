#!/bin/bash
# Writes a backup of the database, its roles and the photos, of which the seven newest stay.
# usage: backup.sh [nightly]
set -euo pipefail

backup() { fleet serve backup /backups --keep 7; }

if [ "${1-}" != nightly ]; then
    backup
    exit
fi
trap 'exit 0' TERM INT
while true; do
    # Until 02:00 UTC; a failure is tried again after ten minutes.
    sleep $(((93600 - $(date -u +%s) % 86400) % 86400 + 1)) & wait $!
    until backup; do sleep 600 & wait $!; done
done
