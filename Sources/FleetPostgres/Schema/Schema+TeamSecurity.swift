extension Schema {
    /// The second wall around personal data: each transaction runs in a role that does not own the
    /// tables, and row-level security shows a user no other rows than the user's own and the team's.
    ///
    /// `fleet_team_server` signs users in and administers the team. `fleet_team_user` is the user
    /// whose ID is in the setting `fleet.owner`; it cannot read the hash of any password. The wall
    /// stops statements that forget whose rows they mean, not one that changes its own role.
    static let teamSecurity = roles + privileges + serverPolicies + userPolicies + photoPolicies

    /// Roles belong to all databases of a server, so they may be there already.
    private static let roles = """
        DO $$
        DECLARE
            name text;
            is_member boolean;
        BEGIN
            FOREACH name IN ARRAY ARRAY['fleet_team_server', 'fleet_team_user'] LOOP
                BEGIN
                    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
                        EXECUTE format('CREATE ROLE %I NOLOGIN', name);
                    END IF;
                EXCEPTION WHEN duplicate_object OR unique_violation THEN
                    NULL;
                END;
                is_member := pg_has_role(
                    current_user, name,
                    CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER'
                        ELSE 'SET' END);
                IF NOT is_member THEN
                    EXECUTE format('GRANT %I TO CURRENT_USER', name);
                END IF;
            END LOOP;
        EXCEPTION WHEN insufficient_privilege THEN
            RAISE 'its user % needs the right to create roles (ALTER ROLE … CREATEROLE)',
                current_user USING ERRCODE = 'insufficient_privilege';
        END $$;

        """

    private static let privileges = """
        GRANT USAGE ON SCHEMA fleet TO fleet_team_server, fleet_team_user;
        GRANT SELECT, INSERT, UPDATE, DELETE ON team_user, session, device, api_token,
            reset_link, invitation, throttle, favorite, saved_filter, note, photo, note_photo,
            photo_cleanup, alert TO fleet_team_server;
        GRANT SELECT, INSERT, DELETE ON audit TO fleet_team_server;
        GRANT SELECT, UPDATE (revision) ON team_access TO fleet_team_server, fleet_team_user;
        GRANT CREATE ON SCHEMA fleet TO fleet_team_server;
        ALTER FUNCTION remove_unused_photo OWNER TO fleet_team_server;
        REVOKE CREATE ON SCHEMA fleet FROM fleet_team_server;

        GRANT SELECT (id, name, role, created_at, disabled_at, removed_at, last_note_number),
            UPDATE (last_note_number) ON team_user TO fleet_team_user;
        GRANT SELECT, UPDATE (last_seen_at), DELETE ON session TO fleet_team_user;
        GRANT SELECT, DELETE ON device TO fleet_team_user;
        GRANT SELECT, INSERT, UPDATE (last_used_at), DELETE ON api_token TO fleet_team_user;
        GRANT INSERT ON audit TO fleet_team_user;
        GRANT SELECT, INSERT, DELETE ON favorite TO fleet_team_user;
        GRANT SELECT, INSERT, UPDATE (colors), DELETE ON saved_filter TO fleet_team_user;
        GRANT SELECT, INSERT, DELETE,
            UPDATE (version, text, visibility, done_at, edited_at, edited_by) ON note
            TO fleet_team_user;
        GRANT SELECT, INSERT ON photo TO fleet_team_user;
        GRANT SELECT, INSERT, DELETE ON note_photo TO fleet_team_user;
        GRANT SELECT, INSERT, UPDATE (at), DELETE ON photo_cleanup TO fleet_team_user;

        """

    /// The owner of the tables is a member of the role, so its name is compared, too.
    private static let serverPolicies = """
        DO $$
        DECLARE
            name text;
        BEGIN
            FOREACH name IN ARRAY ARRAY[
                'team_user', 'session', 'device', 'api_token', 'reset_link', 'invitation',
                'throttle', 'audit', 'favorite', 'saved_filter', 'note', 'photo', 'note_photo',
                'photo_cleanup', 'alert'
            ] LOOP
                EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
                EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
                EXECUTE format(
                    'CREATE POLICY server ON %I TO fleet_team_server '
                    'USING (current_user = ''fleet_team_server'')', name);
            END LOOP;
            FOREACH name IN ARRAY ARRAY[
                'session', 'device', 'api_token', 'favorite', 'saved_filter'
            ] LOOP
                EXECUTE format(
                    'CREATE POLICY own ON %I TO fleet_team_user '
                    'USING (owner = current_setting(''fleet.owner'', true))', name);
            END LOOP;
        END $$;

        """

    private static let userPolicies = """
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
