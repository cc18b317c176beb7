-- Makes the roles and the database of `fleet serve --database`. A superuser runs it with psql, as often as needed:
--
--   psql -v login=fleet -f postgresql-roles.sql
--       One login owns the tables and is that of the servers.
--   psql -v owner=fleet_owner -v login=fleet_server -f postgresql-roles.sql
--       The owner is only for `fleet serve migrate` and `fleet serve copy`; the login of the servers owns nothing.
--
-- Further variables: database (fleet by default). Give the logins passwords with \password.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
\if :{?database}
\else
    \set database fleet
\endif
\if :{?login}
\else
    \set login fleet
\endif
\if :{?owner}
\else
    \set owner :login
\endif

-- Groups, which belong to all databases of the cluster. Nobody signs in as one of them.
--   fleet_service       sources, vehicles and leases; may become the next two with SET ROLE
--   fleet_team_server   signs people in and administers the team, without reading hashes of passwords
--   fleet_team_user     one person, whose ID is in the setting fleet.owner
--   fleet_team_owner    owns the functions that read more than their callers may; copies a team
SELECT format('CREATE ROLE %I NOLOGIN', name)
FROM unnest(ARRAY['fleet_service', 'fleet_team_server', 'fleet_team_user', 'fleet_team_owner']) AS name
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec

SELECT format('CREATE ROLE %I LOGIN', name)
FROM (SELECT :'owner' AS name UNION SELECT :'login') AS logins
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec

-- Without SET ROLE, a statement has no rights on people's tables. (The owner's are limited by row-level security.)
ALTER ROLE fleet_service NOINHERIT;
GRANT fleet_team_server, fleet_team_user TO fleet_service;

-- With CREATEROLE, a login could make itself a role that runs programs on the database's host.
ALTER ROLE :"login" INHERIT NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS;
ALTER ROLE :"owner" INHERIT NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS;
GRANT fleet_service TO :"login";
GRANT fleet_service, fleet_team_owner TO :"owner";
SELECT format('REVOKE %I FROM %I', granted, :'login')
FROM unnest(ARRAY[:'owner', 'fleet_team_owner']) AS granted
WHERE :'owner' <> :'login' AND pg_has_role(:'login', granted, 'MEMBER') \gexec

-- UTF-8 stores all characters; the template and the locale of the cluster may be of another encoding. All columns of the
-- program have the collation "C", so the locale of the database has no effect on them.
SELECT format('CREATE DATABASE %I ENCODING ''UTF8'' LOCALE_PROVIDER libc LOCALE ''C'' TEMPLATE template0', :'database')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database') \gexec
SELECT format('DO %L', format('BEGIN RAISE EXCEPTION USING MESSAGE = %L, HINT = %L; END',
    'the database ' || datname || ' has the encoding ' || pg_encoding_to_char(encoding) || ', not UTF8',
    'Choose another name with -v database=NAME, or rename this database.'))
FROM pg_database WHERE datname = :'database' AND pg_encoding_to_char(encoding) <> 'UTF8' \gexec
ALTER DATABASE :"database" OWNER TO :"owner";
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE :"database" TO :"login";

\connect :database
REVOKE ALL ON SCHEMA public FROM PUBLIC;
