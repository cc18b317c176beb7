#!/bin/bash
# Makes the roles and the database, when the cluster is new. The image of PostgreSQL runs it as the superuser.
set -euo pipefail

psql -q -U postgres -v login=fleet -f /fleet/postgresql-roles.sql
# psql reads the password itself, because a list of processes shows its arguments.
psql -q -U postgres -v ON_ERROR_STOP=1 <<'END'
\set password `cat /passwords/fleet`
ALTER ROLE fleet PASSWORD :'password';
-- Row-level security hides people's rows even from the owner of the tables, so backups have a role that passes it.
-- It has no password: only programs on the socket sign in as it.
CREATE ROLE fleet_backup LOGIN BYPASSRLS IN ROLE pg_read_all_data;
GRANT CONNECT ON DATABASE fleet TO fleet_backup;
END
