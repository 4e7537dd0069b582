#!/bin/sh
# Creates Steward's database and its role, which owns that database and nothing else. Running it again sets the password anew.
# PGHOST, PGUSER and PGPASSWORD name the server; STEWARD_DATABASE_PASSWORD is the role's password.
set -eu

psql --quiet --set ON_ERROR_STOP=1 --set password="$STEWARD_DATABASE_PASSWORD" <<'SQL'
SELECT 'CREATE ROLE steward LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'steward') \gexec
ALTER ROLE steward PASSWORD :'password';
SELECT 'CREATE DATABASE steward OWNER steward ENCODING UTF8 TEMPLATE template0'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'steward') \gexec
REVOKE ALL ON DATABASE steward FROM PUBLIC;
SQL
