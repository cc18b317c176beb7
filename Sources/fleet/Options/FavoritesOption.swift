import ArgumentParser

/// Option that narrows a list to the favorites.
struct FavoritesOption: ParsableArguments {
    @Flag(help: "Only favorites (see `fleet favorite`).")
    var favorites = false
}
