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
        functions + serverPrivileges + userPrivileges + serverPolicies + userPolicies
        + photoPolicies + requestKeys

    /// The owner of a function needs the right to create in its schema for a moment.
    private static let functions = """
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

    private static let serverPrivileges = """
        GRANT USAGE ON SCHEMA fleet TO fleet_team_owner, fleet_team_server, fleet_team_user;
        GRANT SELECT, INSERT, UPDATE, DELETE ON session, device, api_token, reset_link, invitation,
            throttle, favorite, saved_filter, followed_sources, saved_view, snooze, note, photo, note_photo,
            photo_cleanup, team_view, alert, permit_limit, limit_day, user_refresh
            TO fleet_team_owner, fleet_team_server;
        GRANT SELECT, INSERT, UPDATE, DELETE ON team_user TO fleet_team_owner;
        GRANT SELECT (id, name, display_name, language, role, created_at, disabled_at, removed_at, last_note_number),
            INSERT, UPDATE, DELETE ON team_user TO fleet_team_server;
        GRANT SELECT, INSERT, DELETE ON audit TO fleet_team_owner, fleet_team_server;
        GRANT SELECT, UPDATE (revision) ON team_access
            TO fleet_team_owner, fleet_team_server, fleet_team_user;

        """

    private static let userPrivileges = """
        GRANT SELECT (id, name, display_name, language, role, created_at, disabled_at, removed_at, last_note_number),
            UPDATE (display_name, language, last_note_number) ON team_user TO fleet_team_user;
        GRANT SELECT, UPDATE (last_seen_at), DELETE ON session TO fleet_team_user;
        GRANT SELECT, DELETE ON device TO fleet_team_user;
        GRANT SELECT, INSERT, UPDATE (last_used_at), DELETE ON api_token TO fleet_team_user;
        GRANT INSERT ON audit TO fleet_team_user;
        GRANT SELECT, INSERT, DELETE ON favorite TO fleet_team_user;
        GRANT SELECT, INSERT, UPDATE (colors), DELETE ON saved_filter TO fleet_team_user;
        GRANT SELECT, INSERT, UPDATE (sources), DELETE ON followed_sources TO fleet_team_user;
        GRANT SELECT, INSERT, UPDATE (name, name_key, filter, changed_at), DELETE ON saved_view
            TO fleet_team_user;
        GRANT SELECT, INSERT, DELETE ON snooze TO fleet_team_user;
        GRANT SELECT ON team_view, permit_limit, limit_day TO fleet_team_user;
        GRANT SELECT, INSERT, DELETE,
            UPDATE (\(NoteRecord.changeable.joined(separator: ", "))) ON note
            TO fleet_team_user;
        GRANT SELECT, INSERT ON photo TO fleet_team_user;
        GRANT SELECT, INSERT, DELETE ON note_photo TO fleet_team_user;
        GRANT SELECT, INSERT, UPDATE (at), DELETE ON photo_cleanup TO fleet_team_user;
        GRANT SELECT, INSERT, DELETE ON user_refresh TO fleet_team_user;

        """

    /// The owner of the tables is a member of a role with all its rights, so the name is compared,
    /// too.
    private static let serverPolicies = """
        DO $$
        DECLARE
            name text;
        BEGIN
            FOREACH name IN ARRAY ARRAY[
                'team_user', 'session', 'device', 'api_token', 'reset_link', 'invitation',
                'throttle', 'audit', 'favorite', 'saved_filter', 'followed_sources', 'saved_view',
                'snooze', 'note', 'photo', 'note_photo', 'photo_cleanup', 'team_view', 'alert',
                'permit_limit', 'limit_day', 'user_refresh'
            ] LOOP
                EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
                EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
                EXECUTE format(
                    'CREATE POLICY server ON %I TO fleet_team_server, fleet_team_owner '
                    'USING (current_user IN (''fleet_team_server'', ''fleet_team_owner''))', name);
            END LOOP;
            FOREACH name IN ARRAY ARRAY[
                'session', 'device', 'api_token', 'favorite', 'saved_filter', 'followed_sources',
                'saved_view', 'user_refresh'
            ] LOOP
                EXECUTE format(
                    'CREATE POLICY own ON %I TO fleet_team_user '
                    'USING (owner = current_setting(''fleet.owner'', true))', name);
            END LOOP;
        END $$;

        """

    private static let userPolicies = """
        CREATE POLICY everybody ON snooze FOR SELECT TO fleet_team_user USING (true);
        CREATE POLICY own ON snooze FOR INSERT TO fleet_team_user
            WITH CHECK (owner = current_setting('fleet.owner', true));
        CREATE POLICY members ON snooze FOR DELETE TO fleet_team_user
            USING (EXISTS (
                SELECT FROM team_user WHERE id = current_setting('fleet.owner', true)
                    AND role <> 'viewer'));
        CREATE POLICY everybody ON team_view FOR SELECT TO fleet_team_user USING (true);
        CREATE POLICY everybody ON permit_limit FOR SELECT TO fleet_team_user USING (true);
        CREATE POLICY everybody ON limit_day FOR SELECT TO fleet_team_user USING (true);
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

    /// Items that requests with an idempotency key added in the last day; the table came after 0.1.0.
    static let requestKeys = """
        CREATE TABLE fleet.request_key (
            owner text COLLATE "C" NOT NULL REFERENCES fleet.team_user (id) ON DELETE CASCADE,
            key text COLLATE "C" NOT NULL CHECK (length(key) = 64),
            request text COLLATE "C" NOT NULL,
            item text COLLATE "C" NOT NULL CHECK (length(item) = 36),
            salt text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            PRIMARY KEY (owner, key)
        );
        COMMENT ON TABLE fleet.request_key IS
            'What requests with an idempotency key have added in the last day';
        COMMENT ON COLUMN fleet.request_key.key IS 'SHA-256 of the client''s key';
        COMMENT ON COLUMN fleet.request_key.request IS 'SHA-256 of the request';
        COMMENT ON COLUMN fleet.request_key.item IS 'ID of what the request has added';
        COMMENT ON COLUMN fleet.request_key.salt IS
            'The secret of the item follows from it and from the client''s key';
        GRANT SELECT, INSERT, UPDATE, DELETE ON fleet.request_key
            TO fleet_team_owner, fleet_team_server;
        GRANT SELECT, INSERT ON fleet.request_key TO fleet_team_user;
        ALTER TABLE fleet.request_key ENABLE ROW LEVEL SECURITY;
        ALTER TABLE fleet.request_key FORCE ROW LEVEL SECURITY;
        CREATE POLICY server ON fleet.request_key TO fleet_team_server, fleet_team_owner
            USING (current_user IN ('fleet_team_server', 'fleet_team_owner'));
        CREATE POLICY own ON fleet.request_key TO fleet_team_user
            USING (owner = current_setting('fleet.owner', true));

        """
}
