import FleetSQL

extension Schema {
    /// The rights of the servers on everything that is not personal: rows, but no tables.
    ///
    /// `fleet_service` is a group, which the script of the administrator makes: the login of the
    /// servers has its rights, and takes those on people's tables with `SET ROLE` only.
    static let service = """
        GRANT USAGE ON SCHEMA fleet TO fleet_service;
        REVOKE EXECUTE ON FUNCTION distance FROM PUBLIC;
        GRANT EXECUTE ON FUNCTION distance TO fleet_service;

        """

    /// Checks that the administrator's script has made the roles, and the login is a member.
    /// - Throws: `StoreError.roleMissing`; ``PostgresError``.
    static func requireRoles(
        on connection: PostgresConnection, of address: PostgresAddress
    ) throws {
        var (user, isMember) = ("", false)
        // Before version 16, each member may become a role.
        _ = try connection.query(
            """
            SELECT current_user::text, count(*) FILTER (WHERE pg_has_role(oid, CASE
                WHEN rolname = 'fleet_service' THEN 'USAGE'
                WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER'
                ELSE 'SET' END)) = 3
            FROM pg_roles
            WHERE rolname IN ('fleet_service', 'fleet_team_server', 'fleet_team_user')
            """, []
        ) { (user, isMember) = ($0.text(0) ?? "", $0.boolean(1) == true) }
        guard isMember else { throw StoreError.roleMissing(path: address.shown, user: user) }
    }

    /// Whether the login may create the tables in a database that has none.
    static func mayCreate(on connection: PostgresConnection) throws -> Bool {
        var mayCreate = false
        _ = try connection.query(
            """
            SELECT has_database_privilege(current_database(), 'CREATE')
                AND EXISTS (SELECT FROM pg_roles
                    WHERE rolname = 'fleet_team_owner' AND pg_has_role(oid, 'MEMBER'))
            """, []
        ) { mayCreate = $0.boolean(0) == true }
        return mayCreate
    }
}
