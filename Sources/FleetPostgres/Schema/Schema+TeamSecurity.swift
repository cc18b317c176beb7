import FleetSQL

extension Schema {
    /// The second wall around personal data: each transaction runs in a role that does not own the
    /// tables, and row-level security shows a user no other rows than the user's own and the
    /// team's.
    ///
    /// `fleet_team_server` signs users in and administers the team; it reads the hash of a password
    /// only by a function, for one name. `fleet_team_user` is the user whose ID is in the setting
    /// `fleet.owner`. `fleet_team_owner` owns the functions that see more than their callers, and
    /// reads and writes everything for a copy; only the owner of the tables may become it. The wall
    /// stops statements that forget whose rows they mean, not one that changes its own role.
    static let teamSecurity =
        ownership + privileges + Table.all.map(rights).joined() + userPolicies + photoPolicies

    /// Returns the statements that give the roles of the servers and users their rights on a table.
    static func rights(on table: Table) -> String {
        guard table.only != .sqlite else { return "" }
        guard Table.team.contains(where: { $0.name == table.name }) else {
            return grant(table.server, on: table, to: "fleet_service")
        }
        return grant(table.server, on: table, to: "fleet_team_owner, fleet_team_server")
            + grant(table.user?.privileges, on: table, to: "fleet_team_user")
            + (table.isProtected ? wall(of: table.name) : "") + policy(on: table)
    }

    private static func grant(_ privileges: String?, on table: Table, to roles: String) -> String {
        privileges.map { "GRANT \($0) ON \(table.name) TO \(roles);\n" } ?? ""
    }

    private static func policy(on table: Table) -> String {
        switch table.user {
        case .ownRows:
            """
            CREATE POLICY own ON \(table.name) TO fleet_team_user
                USING (owner = current_setting('fleet.owner', true));

            """
        case .allRows:
            "CREATE POLICY everybody ON \(table.name) FOR SELECT TO fleet_team_user USING (true);\n"
        case .rowsOfPolicies, nil: ""
        }
    }

    /// The owner of the tables is a member of a role with all its rights, so the name is compared,
    /// too.
    private static func wall(of table: String) -> String {
        """
        ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY;
        ALTER TABLE \(table) FORCE ROW LEVEL SECURITY;
        CREATE POLICY server ON \(table) TO fleet_team_server, fleet_team_owner
            USING (current_user IN ('fleet_team_server', 'fleet_team_owner'));

        """
    }

    /// The owner of a function needs the right to create in its schema for a moment.
    private static let ownership = """
        CREATE FUNCTION password_of(user_name text) RETURNS text
        LANGUAGE sql STABLE SECURITY DEFINER SET search_path = fleet, pg_temp
        AS $$ SELECT password FROM team_user WHERE name = user_name $$;
        COMMENT ON FUNCTION password_of IS 'Hash of the password of one user';
        REVOKE EXECUTE ON FUNCTION password_of, remove_unused_photo, refuse_audit_change FROM PUBLIC;
        GRANT EXECUTE ON FUNCTION password_of TO fleet_team_server;
        GRANT CREATE ON SCHEMA fleet TO fleet_team_owner;
        ALTER FUNCTION password_of OWNER TO fleet_team_owner;
        ALTER FUNCTION remove_unused_photo OWNER TO fleet_team_owner;
        REVOKE CREATE ON SCHEMA fleet FROM fleet_team_owner;

        """

    private static let privileges = """
        GRANT USAGE ON SCHEMA fleet TO fleet_team_owner, fleet_team_server, fleet_team_user;
        GRANT SELECT, INSERT, UPDATE, DELETE ON team_user TO fleet_team_owner;
        GRANT SELECT (\(readable)), INSERT, UPDATE, DELETE ON team_user TO fleet_team_server;
        GRANT SELECT (\(readable)), UPDATE (display_name, language, last_note_number) ON team_user
            TO fleet_team_user;

        """

    /// The columns of users but the password.
    private static let readable = Table.named("team_user").columns.map(\.name)
        .filter { $0 != "password" }.joined(separator: ", ")

    private static let userPolicies = """
        CREATE POLICY everybody ON snooze FOR SELECT TO fleet_team_user USING (true);
        CREATE POLICY own ON snooze FOR INSERT TO fleet_team_user
            WITH CHECK (owner = current_setting('fleet.owner', true));
        CREATE POLICY members ON snooze FOR DELETE TO fleet_team_user
            USING (EXISTS (
                SELECT FROM team_user WHERE id = current_setting('fleet.owner', true)
                    AND role <> 'viewer'));
        CREATE POLICY everybody ON team_user FOR SELECT TO fleet_team_user USING (true);
        CREATE POLICY own ON team_user FOR UPDATE TO fleet_team_user
            USING (id = current_setting('fleet.owner', true));
        CREATE POLICY own ON audit FOR INSERT TO fleet_team_user
            WITH CHECK (actor = current_setting('fleet.owner', true));
        CREATE POLICY visible ON note FOR SELECT TO fleet_team_user
            USING (owner = current_setting('fleet.owner', true) OR visibility = 'team');
        CREATE POLICY own ON note FOR INSERT TO fleet_team_user
            WITH CHECK (owner = current_setting('fleet.owner', true));
        CREATE POLICY visible_change ON note FOR UPDATE TO fleet_team_user
            USING (owner = current_setting('fleet.owner', true) OR visibility = 'team');
        CREATE POLICY own_or_administered ON note FOR DELETE TO fleet_team_user
            USING (owner = current_setting('fleet.owner', true) OR visibility = 'team' AND EXISTS (
                SELECT FROM team_user WHERE id = current_setting('fleet.owner', true)
                    AND role = 'administrator'));

        """

    /// The photos of the team are those of the notes that the user sees.
    private static let photoPolicies = """
        CREATE POLICY visible ON note_photo TO fleet_team_user
            USING (owner = current_setting('fleet.owner', true) OR EXISTS (
                SELECT FROM note WHERE note.owner = note_photo.owner AND note.id = note));
        CREATE POLICY visible ON photo FOR SELECT TO fleet_team_user
            USING (owner = current_setting('fleet.owner', true) OR EXISTS (
                SELECT FROM note_photo
                WHERE note_photo.owner = photo.owner AND note_photo.hash = photo.hash));
        CREATE POLICY visible_addition ON photo FOR INSERT TO fleet_team_user
            WITH CHECK (owner = current_setting('fleet.owner', true) OR EXISTS (
                SELECT FROM note WHERE note.owner = photo.owner));
        CREATE POLICY visible ON photo_cleanup TO fleet_team_user
            USING (owner = current_setting('fleet.owner', true) OR EXISTS (
                SELECT FROM note WHERE note.owner = photo_cleanup.owner));

        """
}
