import FleetSQL

extension Schema {
    /// The users of a team and their data: the tables of `team.sqlite`.
    ///
    /// UUIDs, hashes and enumerations are text in byte order, times are milliseconds since 1970,
    /// and secrets are the SHA-256 of random bits. The key of all personal data begins with its
    /// owner.
    static let team =
        users + credentials + audit + annotations + photos + alerts + limits + refreshes
        + teamSecurity

    private static let users = """
        CREATE TABLE team_user (
            id text COLLATE "C" PRIMARY KEY CHECK (length(id) = 36),
            name text COLLATE "C" UNIQUE CHECK (name <> ''),
            display_name text COLLATE "C" CHECK (display_name <> ''),
            language text COLLATE "C" CHECK (language <> ''),
            role text COLLATE "C" NOT NULL CHECK (role IN ('viewer', 'member', 'administrator')),
            password text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            disabled_at bigint,
            removed_at bigint,
            last_note_number bigint NOT NULL DEFAULT 0,
            CHECK ((name IS NULL) = (removed_at IS NOT NULL)),
            CHECK (removed_at IS NULL OR password = ''
                AND display_name IS NULL AND language IS NULL)
        );
        COMMENT ON TABLE team_user IS
            'Users; a removed one with team notes stays as a row without names and password';
        COMMENT ON COLUMN team_user.id IS 'UUID of version 7';
        COMMENT ON COLUMN team_user.name IS 'Sign-in name, without spaces';
        COMMENT ON COLUMN team_user.display_name IS 'Name for people; NULL if it is the sign-in name';
        COMMENT ON COLUMN team_user.language IS
            'Tag of the language of pages; NULL if the browser chooses';
        COMMENT ON COLUMN team_user.password IS 'Hash by Argon2id; empty if nobody can sign in';
        COMMENT ON COLUMN team_user.created_at IS 'As all times: milliseconds since 1970, UTC';
        COMMENT ON COLUMN team_user.last_note_number IS 'Number of the newest note of the user';
        CREATE TABLE team_access (
            id smallint PRIMARY KEY CHECK (id = 1),
            revision bigint NOT NULL
        );
        COMMENT ON TABLE team_access IS
            'One row, whose revision grows with each change that ends or limits access';
        INSERT INTO team_access VALUES (1, 0);

        """

    private static let credentials = """
        CREATE TABLE session (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id text COLLATE "C" NOT NULL CHECK (length(id) = 36),
            hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
            created_at bigint NOT NULL,
            last_seen_at bigint NOT NULL,
            client text COLLATE "C",
            address text COLLATE "C",
            PRIMARY KEY (owner, id),
            UNIQUE (owner, hash)
        );
        COMMENT ON TABLE session IS 'Sessions of browsers';
        COMMENT ON COLUMN session.hash IS 'SHA-256 of the secret in the cookie, in hexadecimal';
        COMMENT ON COLUMN session.client IS 'What the browser called itself when it signed in';
        CREATE TABLE device (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
            created_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            failures bigint NOT NULL CHECK (failures >= 0),
            PRIMARY KEY (owner, hash)
        );
        COMMENT ON TABLE device IS
            'Browsers that have signed in before: failures of others do not delay their attempts';
        COMMENT ON COLUMN device.hash IS 'SHA-256 of the secret in the cookie, in hexadecimal';
        COMMENT ON COLUMN device.failures IS 'Wrong passwords of the device since it signed in';
        CREATE TABLE api_token (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id text COLLATE "C" NOT NULL CHECK (length(id) = 36),
            hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
            name text COLLATE "C" NOT NULL,
            scope text COLLATE "C" NOT NULL CHECK (scope IN ('read', 'write')),
            created_at bigint NOT NULL,
            expires_at bigint NOT NULL,
            last_used_at bigint,
            PRIMARY KEY (owner, id),
            UNIQUE (owner, hash)
        );
        COMMENT ON TABLE api_token IS 'API tokens';
        COMMENT ON COLUMN api_token.hash IS 'SHA-256 of the secret, in hexadecimal';
        CREATE TABLE reset_link (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
            expires_at bigint NOT NULL,
            PRIMARY KEY (owner, hash)
        );
        COMMENT ON TABLE reset_link IS 'Links with which a user sets a new password';
        CREATE TABLE invitation (
            id text COLLATE "C" PRIMARY KEY CHECK (length(id) = 36),
            hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
            kind text COLLATE "C" NOT NULL CHECK (kind IN ('setup', 'invitation')),
            role text COLLATE "C" NOT NULL CHECK (role IN ('viewer', 'member', 'administrator')),
            created_by text COLLATE "C",
            created_at bigint NOT NULL,
            expires_at bigint NOT NULL
        );
        COMMENT ON TABLE invitation IS 'Open invitations, and the link for setting up';
        COMMENT ON COLUMN invitation.created_by IS 'Name of the administrator';
        CREATE TABLE throttle (
            subject text COLLATE "C" PRIMARY KEY,
            failures bigint NOT NULL CHECK (failures > 0),
            last_failed_at bigint NOT NULL
        );
        COMMENT ON TABLE throttle IS 'Failures to sign in of the last hour';
        COMMENT ON COLUMN throttle.subject IS 'SHA-256 of an account, an address or both';
        CREATE INDEX throttle_by_time ON throttle (last_failed_at);

        """

    /// The log only grows, and only entries that are at least a day old can be removed.
    private static let audit = """
        CREATE TABLE audit (
            id text COLLATE "C" PRIMARY KEY CHECK (length(id) = 36),
            at bigint NOT NULL,
            actor text COLLATE "C",
            actor_name text COLLATE "C",
            action text COLLATE "C" NOT NULL,
            subject text COLLATE "C",
            address text COLLATE "C"
        );
        COMMENT ON TABLE audit IS 'The audit log, which only grows until its entries are pruned';
        COMMENT ON COLUMN audit.actor IS 'ID of the user; NULL for a command on the machine';
        CREATE INDEX audit_by_time ON audit (at);
        CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' AND old.at <= (SELECT max(at) FROM fleet.audit) - 86400000 THEN
                RETURN old;
            END IF;
            RAISE 'the audit log is append-only' USING ERRCODE = 'integrity_constraint_violation';
        END $$;
        CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE ON audit
            FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
        CREATE TRIGGER audit_is_kept BEFORE TRUNCATE ON audit
            EXECUTE FUNCTION refuse_audit_change();

        """

    /// The owner of a note is its author, also after it was shared and edited by others.
    private static let annotations = """
        CREATE TABLE favorite (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            source text COLLATE "C" NOT NULL CHECK (length(source) = 36),
            vehicle_id text COLLATE "C" NOT NULL,
            added_at bigint NOT NULL,
            PRIMARY KEY (owner, source, vehicle_id)
        );
        COMMENT ON TABLE favorite IS 'Favorites';
        COMMENT ON COLUMN favorite.source IS 'UUID of the source';
        CREATE TABLE saved_filter (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            source text COLLATE "C" NOT NULL CHECK (length(source) = 36),
            colors text COLLATE "C" NOT NULL,
            PRIMARY KEY (owner, source)
        );
        COMMENT ON TABLE saved_filter IS 'The color filter that each user used last';
        CREATE TABLE followed_sources (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            sources text COLLATE "C" NOT NULL CHECK (sources <> ''),
            PRIMARY KEY (owner)
        );
        COMMENT ON TABLE followed_sources IS
            'Sources that each user follows; a user without a row follows all';
        COMMENT ON COLUMN followed_sources.sources IS 'UUIDs, separated by commas';
        CREATE TABLE saved_view (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id text COLLATE "C" NOT NULL CHECK (length(id) = 36),
            name text COLLATE "C" NOT NULL CHECK (name <> ''),
            name_key text COLLATE "C" NOT NULL,
            filter text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            changed_at bigint NOT NULL,
            PRIMARY KEY (owner, id),
            UNIQUE (owner, name_key)
        );
        COMMENT ON TABLE saved_view IS 'Views of users: filters with an order and columns';
        COMMENT ON COLUMN saved_view.name_key IS 'The name without the case of its letters';
        COMMENT ON COLUMN saved_view.filter IS 'Query of the address of a list';
        CREATE TABLE snooze (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id text COLLATE "C" NOT NULL CHECK (length(id) = 36),
            source text COLLATE "C" NOT NULL CHECK (length(source) = 36),
            kind text COLLATE "C" NOT NULL CHECK (kind <> ''),
            subject text COLLATE "C" NOT NULL,
            reason text COLLATE "C" NOT NULL CHECK (reason <> ''),
            until bigint NOT NULL,
            created_at bigint NOT NULL,
            PRIMARY KEY (owner, id)
        );
        COMMENT ON TABLE snooze IS 'Entries of the attention list that need nothing until a time';
        COMMENT ON COLUMN snooze.kind IS 'Group of the entry';
        COMMENT ON COLUMN snooze.subject IS 'ID of the vehicle or site; empty for the source';
        CREATE TABLE note (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id),
            idempotency_key text COLLATE "C",
            request_hash text COLLATE "C",
            \(NoteRecord.list.definitions(.postgres)),
            PRIMARY KEY (owner, id),
            UNIQUE (owner, number),
            UNIQUE (owner, idempotency_key),
            CHECK ((idempotency_key IS NULL) = (request_hash IS NULL))
        );
        COMMENT ON TABLE note IS 'Notes of users, private ones and those of the team';
        COMMENT ON COLUMN note.owner IS 'The author, also of a note that others have edited';
        COMMENT ON COLUMN note.number IS 'Number for people, counted per author';
        COMMENT ON COLUMN note.seen_at IS 'Time of the position';
        COMMENT ON COLUMN note.assignee IS 'The user who is to do the task; NULL for nobody';
        COMMENT ON COLUMN note.done_by IS 'The user who marked the note as done';
        CREATE INDEX team_note ON note (id) WHERE visibility = 'team';
        CREATE INDEX note_by_vehicle ON note (source, vehicle_id) WHERE visibility = 'team';
        CREATE INDEX open_task ON note (assignee, due_at) WHERE is_task AND done_at IS NULL;

        """

    /// A photo may still be used by notes that the user does not see, so the trigger sees all.
    private static let photos = """
        CREATE TABLE photo (
            owner text COLLATE "C" NOT NULL,
            hash text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
            format text COLLATE "C" NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
            width bigint NOT NULL CHECK (width > 0),
            height bigint NOT NULL CHECK (height > 0),
            bytes bigint NOT NULL CHECK (bytes > 0),
            PRIMARY KEY (owner, hash)
        );
        COMMENT ON TABLE photo IS 'The files of photos';
        COMMENT ON COLUMN photo.hash IS 'SHA-256 of the file, in hexadecimal';
        CREATE TABLE note_photo (
            owner text COLLATE "C" NOT NULL,
            id text COLLATE "C" NOT NULL CHECK (length(id) = 36),
            note text COLLATE "C" NOT NULL,
            hash text COLLATE "C" NOT NULL,
            number bigint NOT NULL CHECK (number > 0),
            added_at bigint NOT NULL,
            PRIMARY KEY (owner, id),
            UNIQUE (owner, note, hash),
            FOREIGN KEY (owner, note) REFERENCES note (owner, id) ON DELETE CASCADE,
            FOREIGN KEY (owner, hash) REFERENCES photo (owner, hash)
        );
        COMMENT ON TABLE note_photo IS 'The photos of notes';
        CREATE INDEX note_photo_by_hash ON note_photo (owner, hash);
        CREATE TABLE photo_cleanup (
            owner text COLLATE "C" NOT NULL,
            hash text COLLATE "C" NOT NULL,
            format text COLLATE "C" NOT NULL,
            at bigint NOT NULL,
            PRIMARY KEY (owner, hash)
        );
        COMMENT ON TABLE photo_cleanup IS
            'Files that may be without a row in photo; an entry is written before its file';
        COMMENT ON COLUMN photo_cleanup.at IS
            'Time of the entry; 0 after the last note was removed that had the photo';
        CREATE FUNCTION remove_unused_photo() RETURNS trigger LANGUAGE plpgsql
        SECURITY DEFINER SET search_path = fleet, pg_temp AS $$
        BEGIN
            IF NOT EXISTS (SELECT FROM note_photo WHERE owner = old.owner AND hash = old.hash) THEN
                INSERT INTO photo_cleanup (owner, hash, format, at)
                    SELECT owner, hash, format, 0 FROM photo
                    WHERE owner = old.owner AND hash = old.hash
                    ON CONFLICT (owner, hash) DO UPDATE SET format = excluded.format, at = 0;
                DELETE FROM photo WHERE owner = old.owner AND hash = old.hash;
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER photo_is_unused AFTER DELETE ON note_photo
            FOR EACH ROW EXECUTE FUNCTION remove_unused_photo();

        """

    private static let alerts = """
        CREATE TABLE team_view (
            id text COLLATE "C" PRIMARY KEY CHECK (length(id) = 36),
            name text COLLATE "C" NOT NULL CHECK (name <> ''),
            name_key text COLLATE "C" NOT NULL UNIQUE,
            filter text COLLATE "C" NOT NULL,
            created_by text COLLATE "C",
            created_at bigint NOT NULL,
            changed_at bigint NOT NULL
        );
        COMMENT ON TABLE team_view IS 'Views for everybody, which alerts use';
        COMMENT ON COLUMN team_view.name_key IS 'The name without the case of its letters';
        COMMENT ON COLUMN team_view.filter IS 'Query of the address of a list';
        COMMENT ON COLUMN team_view.created_by IS 'ID of the administrator';
        CREATE TABLE alert (
            id text COLLATE "C" PRIMARY KEY CHECK (length(id) = 36),
            name text COLLATE "C" NOT NULL CHECK (name <> ''),
            source text COLLATE "C" CHECK (length(source) = 36),
            view text COLLATE "C" REFERENCES team_view (id),
            kinds text COLLATE "C" NOT NULL CHECK (kinds <> ''),
            low_battery double precision NOT NULL CHECK (low_battery BETWEEN 0 AND 100),
            webhook text COLLATE "C" NOT NULL CHECK (webhook <> ''),
            is_enabled boolean NOT NULL,
            created_by text COLLATE "C",
            created_at bigint NOT NULL,
            last_sent_at bigint,
            last_failed_at bigint,
            last_failure text COLLATE "C",
            CHECK ((last_failed_at IS NULL) = (last_failure IS NULL))
        );
        COMMENT ON TABLE alert IS 'Alerts, which are sent to webhooks';
        COMMENT ON COLUMN alert.source IS 'UUID of the source; NULL for all';
        COMMENT ON COLUMN alert.view IS 'ID of the view that selects vehicles; NULL for all';
        COMMENT ON COLUMN alert.webhook IS 'Address, which is a secret';
        COMMENT ON COLUMN alert.created_by IS 'ID of the administrator';

        """

    private static let limits = """
        CREATE TABLE permit_limit (
            id text COLLATE "C" PRIMARY KEY CHECK (length(id) = 36),
            name text COLLATE "C" NOT NULL CHECK (name <> ''),
            name_key text COLLATE "C" NOT NULL,
            indicator text COLLATE "C" NOT NULL,
            days bigint CHECK (days > 0),
            maximum bigint NOT NULL CHECK (maximum >= 0),
            needed_coverage double precision NOT NULL CHECK (needed_coverage BETWEEN 0 AND 1),
            sources text COLLATE "C" NOT NULL CHECK (sources <> ''),
            vehicle_type text COLLATE "C" CHECK (vehicle_type <> ''),
            zone text COLLATE "C" CHECK (zone <> ''),
            area text COLLATE "C",
            first_day text COLLATE "C" NOT NULL,
            last_day text COLLATE "C" CHECK (last_day >= first_day),
            created_by text COLLATE "C",
            created_at bigint NOT NULL,
            UNIQUE (name_key, first_day),
            CHECK (area IS NULL OR zone IS NOT NULL)
        );
        COMMENT ON TABLE permit_limit IS
            'Limits of permits; versions share a name, and each ends when the next one begins';
        COMMENT ON COLUMN permit_limit.name_key IS 'The name without the case of its letters';
        COMMENT ON COLUMN permit_limit.days IS 'Days of the indicator unrented_vehicles';
        COMMENT ON COLUMN permit_limit.sources IS 'UUIDs, separated by commas';
        COMMENT ON COLUMN permit_limit.vehicle_type IS 'ID or name of a type; NULL for all';
        COMMENT ON COLUMN permit_limit.zone IS 'Name of a zone of the feed, or of the area';
        COMMENT ON COLUMN permit_limit.area IS 'Compact form of polygons in Base64';
        COMMENT ON COLUMN permit_limit.last_day IS 'Last day, included; NULL for no end';
        COMMENT ON COLUMN permit_limit.created_by IS 'ID of the administrator';
        CREATE TABLE limit_day (
            limit_id text COLLATE "C" NOT NULL REFERENCES permit_limit (id) ON DELETE CASCADE,
            day text COLLATE "C" NOT NULL,
            outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('met', 'not_met', 'unknown')),
            reason text COLLATE "C",
            worst bigint,
            worst_at bigint,
            coverage double precision NOT NULL,
            decided_at bigint NOT NULL,
            is_final boolean NOT NULL,
            alerted_at bigint,
            earlier_outcome text COLLATE "C"
                CHECK (earlier_outcome IN ('met', 'not_met', 'unknown')),
            correction text COLLATE "C" CHECK (correction <> ''),
            corrected_by text COLLATE "C",
            corrected_at bigint,
            PRIMARY KEY (limit_id, day),
            CHECK ((corrected_at IS NULL) = (earlier_outcome IS NULL)),
            CHECK ((corrected_at IS NULL) = (correction IS NULL)),
            CHECK (corrected_at IS NULL OR is_final)
        );
        COMMENT ON TABLE limit_day IS
            'Whether limits were met on each day, which only a correction changes once it is final';
        COMMENT ON COLUMN limit_day.reason IS 'Why the outcome is unknown';
        COMMENT ON COLUMN limit_day.worst IS 'Largest number of vehicles that certainly counted';
        COMMENT ON COLUMN limit_day.worst_at IS 'First time of that number';
        COMMENT ON COLUMN limit_day.coverage IS 'Share of the day in which the feeds were read';
        COMMENT ON COLUMN limit_day.alerted_at IS 'Time of the alert about a limit that is not met';
        COMMENT ON COLUMN limit_day.earlier_outcome IS 'Outcome before the first correction';
        COMMENT ON COLUMN limit_day.corrected_by IS
            'ID of the administrator; NULL for a command on the machine';

        """

    private static let refreshes = """
        CREATE TABLE user_refresh (
            owner text COLLATE "C" NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id text COLLATE "C" NOT NULL CHECK (length(id) = 36),
            at bigint NOT NULL,
            PRIMARY KEY (owner, id)
        );
        COMMENT ON TABLE user_refresh IS 'Refreshes of the last minute, whose number is limited';

        """
}
