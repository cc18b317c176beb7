extension Schema {
    /// The functions of queries and triggers, and the triggers.
    static let functions = distance + auditTriggers + photoTrigger

    /// The same formula as `Position.distance(to:)`, so that both sort in the same order; NULL
    /// without a position, because `least` ignores NULL.
    private static let distance = """
        CREATE FUNCTION distance(
            latitude double precision, longitude double precision,
            to_latitude double precision, to_longitude double precision
        ) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN CASE WHEN latitude IS NOT NULL AND longitude IS NOT NULL THEN
            12742017.6::double precision * asin(least(1::double precision, sqrt(
                sin((latitude - to_latitude) * (pi() / 180) / 2)
                * sin((latitude - to_latitude) * (pi() / 180) / 2)
                + cos(to_latitude * (pi() / 180)) * cos(latitude * (pi() / 180))
                * sin((longitude - to_longitude) * (pi() / 180) / 2)
                * sin((longitude - to_longitude) * (pi() / 180) / 2))))
            END;
        COMMENT ON FUNCTION distance IS 'Great-circle distance of two positions in metres';

        """

    /// The audit log only grows, and only entries that are at least a day old can be removed.
    private static let auditTriggers = """
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

    /// A photo may still be used by notes that the user does not see, so the trigger sees all.
    private static let photoTrigger = """
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
}
