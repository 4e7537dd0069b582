#!/bin/sh
# Creates Temporal's two databases and brings their schemas up to date. Running it again is harmless.
# SQL_PLUGIN, SQL_HOST, SQL_PORT, SQL_USER and SQL_PASSWORD name the database server.
set -eu

schema=/etc/temporal/schema/postgresql/v12

set_up() {
  temporal-sql-tool --db "$1" create
  temporal-sql-tool --db "$1" setup-schema -v 0.0
  temporal-sql-tool --db "$1" update-schema -d "$2"
}

set_up temporal "$schema/temporal/versioned"
set_up temporal_visibility "$schema/visibility/versioned"
