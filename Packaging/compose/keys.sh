#!/bin/bash
# Makes the keys and passwords that are missing, for the user of the server (10001), and gives it its folders.
set -euo pipefail
umask 077

# Prints a random password.
password() { head -c 24 /dev/urandom | base64 | tr '+/' '-_'; }

# Writes what a command prints into a file, as a whole, unless the file has something.
# usage: create FILE COMMAND ARGUMENT...
create() {
    [ -s "$1" ] || { "${@:2}" >"$1.part" && mv "$1.part" "$1"; }
}

create /keys/secret head -c 32 /dev/urandom
for role in superuser fleet; do
    # The user of PostgreSQL reads them, too; no other container has this volume.
    (umask 022 && create "/passwords/$role" password)
done
printf 'database:5432:fleet:fleet:%s\n' "$(cat /passwords/fleet)" >/keys/pgpass
chown -R 10001:10001 /keys
chown 10001:10001 /home/fleet /backups
chmod 700 /keys /home/fleet /backups
