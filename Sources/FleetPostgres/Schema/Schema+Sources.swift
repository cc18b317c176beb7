extension Schema {
    /// The sources with their settings, and the settings of the server.
    static let sources = """
        CREATE TABLE fleet.source_catalog (
            id boolean PRIMARY KEY DEFAULT true CHECK (id),
            revision bigint NOT NULL,
            default_source uuid,
            history text COLLATE "C"
        );
        COMMENT ON TABLE fleet.source_catalog IS 'One row for the sources together';
        COMMENT ON COLUMN fleet.source_catalog.revision IS
            'Number of changes of the sources and their credentials';
        COMMENT ON COLUMN fleet.source_catalog.history IS
            'How long the changes of sources without a setting of their own are kept';
        INSERT INTO fleet.source_catalog (revision) VALUES (0);
        CREATE TABLE fleet.named_source (
            source uuid PRIMARY KEY,
            name text COLLATE "C" NOT NULL UNIQUE DEFERRABLE INITIALLY DEFERRED,
            location text COLLATE "C" NOT NULL,
            settings text COLLATE "C" NOT NULL,
            credentials text COLLATE "C"
        );
        COMMENT ON TABLE fleet.named_source IS 'The sources that the server polls';
        COMMENT ON COLUMN fleet.named_source.source IS
            'Permanent UUID, to which all stored data refers';
        COMMENT ON COLUMN fleet.named_source.location IS
            'Address of the feed, without secrets';
        COMMENT ON COLUMN fleet.named_source.settings IS
            'Settings as JSON, as in preferences.json';
        COMMENT ON COLUMN fleet.named_source.credentials IS
            'Credentials, sealed with the key in FLEET_SECRET_FILE; NULL without any';
        CREATE TABLE fleet.source_removal (
            source uuid PRIMARY KEY,
            removal text COLLATE "C" NOT NULL
        );
        COMMENT ON TABLE fleet.source_removal IS
            'Removed sources whose stored data is still to be deleted';
        CREATE TABLE fleet.server_setting (
            name text COLLATE "C" PRIMARY KEY,
            value text COLLATE "C" NOT NULL
        );
        COMMENT ON TABLE fleet.server_setting IS
            'Settings of the server that all its processes share';

        """
}
