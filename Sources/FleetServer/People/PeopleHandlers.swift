/// The pages and the API of people: signing in, the own account, and the administration.
struct PeopleHandlers {
    func add(to routes: Routes) {
        SignInHandlers().add(to: routes)
        LinkHandlers().add(to: routes)
        AccountHandlers().add(to: routes)
        TokenHandlers().add(to: routes)
        UserHandlers().add(to: routes)
        InvitationHandlers().add(to: routes)
        AuditHandlers().add(to: routes)
        SourceHandlers().add(to: routes)
        AlertHandlers().add(to: routes)
        SettingsHandlers().add(to: routes)
    }
}
