#!/bin/bash
# Writes a backup: the roles and the database, then the photos, so that all photos of the dump are there.
# usage: backup.sh [nightly]
set -euo pipefail
umask 077

backup() {
    local folder
    folder=/backups/$(date -u +%Y-%m-%dT%H%M%SZ)
    mkdir "$folder.part"
    pg_dumpall -U fleet_backup -l fleet --roles-only --no-role-passwords --file="$folder.part/roles.sql"
    pg_dump -U fleet_backup --format=custom --file="$folder.part/fleet.dump" fleet
    if [ -d /home/fleet/team-photos ]; then tar -C /home/fleet -cf "$folder.part/team-photos.tar" team-photos; fi
    mv "$folder.part" "$folder"
    echo "wrote $folder"
    # Only whole backups count, and the seven newest stay.
    find /backups -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n -7 | xargs -r rm -rf
}

if [ "${1-}" != nightly ]; then
    backup
    exit
fi
trap 'exit 0' TERM INT
while true; do
    # Until 02:00 UTC; a failure is tried again after ten minutes.
    sleep $(((93600 - $(date -u +%s) % 86400) % 86400 + 1)) & wait $!
    until backup; do
        rm -rf /backups/*.part
        sleep 600 & wait $!
    done
done
