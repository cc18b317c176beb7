#!/bin/bash
# Makes the keys and passwords that are missing, for the user of the server (10001), and gives it its folders.
set -euo pipefail
umask 077

# Prints a random password.
password() { head -c 24 /dev/urandom | base64 | tr '+/' '-_'; }

[ -e /keys/secret ] || head -c 32 /dev/urandom >/keys/secret
for role in superuser fleet; do
    # The user of PostgreSQL reads them, too; no other container has this volume.
    [ -e "/passwords/$role" ] || (umask 022 && password >"/passwords/$role")
done
printf 'database:5432:fleet:fleet:%s\n' "$(cat /passwords/fleet)" >/keys/pgpass
chown -R 10001:10001 /keys
chown 10001:10001 /home/fleet /backups
chmod 700 /keys /home/fleet /backups
