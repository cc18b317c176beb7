import FleetSettings
import Foundation
import Testing

@Suite("Home")
struct HomeTests {
    func makeHome(_ environment: [String: String], userHome: String? = "/home/ann") throws -> Home {
        try Home(
            environment: environment.lookup, userHome: userHome, userID: 4711,
            currentFolder: "/shop floor")
    }

    @Test("FLEET_HOME puts everything in one folder, whatever else is set")
    func oneFolder() throws {
        let home = try makeHome(["FLEET_HOME": "/f", "XDG_CONFIG_HOME": "/c", "HOME": "/h"])
        #expect(home.preferencesPath == "/f/preferences.json")
        #expect(home.credentialsPath == "/f/credentials.json")
        #expect(home.databasePath == "/f/fleet.sqlite")
        #expect(home.runFolder == "/f/run")
        #expect(home.cacheFolder == "/f/cache")
    }

    @Test(
        "A relative FLEET_HOME is relative to the current folder and normalized",
        arguments: ["x/y", "./x//y/", "/shop floor/./x/y"])
    func relativeHome(text: String) throws {
        #expect(try makeHome(["FLEET_HOME": text]).configFolder == "/shop floor/x/y")
    }

    @Test("Without FLEET_HOME the XDG folders are used")
    func xdgFolders() throws {
        let home = try makeHome([
            "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/e",
            "FLEET_HOME": "",
        ])
        #expect(home.cacheFolder == "/e/fleet")
        #expect(home.preferencesPath == "/c/fleet/preferences.json")
        #expect(home.databasePath == "/d/fleet/fleet.sqlite")
        #expect(home.runFolder == "/tmp/fleet-4711")
    }

    @Test("Relative and empty XDG folders count as missing; their defaults lie in HOME")
    func relativeXDGFolders() throws {
        let home = try makeHome(["XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "", "HOME": "/home/bob"])
        #expect(home.configFolder == "/home/bob/.config/fleet")
        #expect(home.dataFolder == "/home/bob/.local/share/fleet")
        #expect(home.cacheFolder == "/home/bob/.cache/fleet")
    }

    @Test(
        "Without HOME the home comes from the user database", arguments: [nil, "", "not/absolute"])
    func registeredHome(variable: String?) throws {
        let home = try makeHome(variable.map { ["HOME": $0] } ?? [:])
        #expect(home.configFolder == "/home/ann/.config/fleet")
    }

    @Test("An unknown home is an error, unless no folder depends on it")
    func noHome() throws {
        #expect(throws: HomeError.noHome) { try makeHome(["XDG_DATA_HOME": "/d"], userHome: nil) }
        let home = try makeHome(["XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c"], userHome: nil)
        #expect(home.configFolder == "/c/fleet")
        #expect(home.cacheFolder == "/d/fleet/cache")
    }

    @Test("The runtime folder is used only if it exists and belongs to the user")
    func runtimeFolder() throws {
        let scratch = try ScratchHome()
        try scratch.home.createFolders()
        let environment = ["XDG_RUNTIME_DIR": scratch.folder]
        let own = try Home(
            environment: environment.lookup, userHome: "/h", userID: geteuid(), currentFolder: "/")
        #expect(own.runFolder == scratch.folder + "/fleet")
        #expect(try makeHome(environment).runFolder == "/tmp/fleet-4711")
        #expect(try makeHome(["XDG_RUNTIME_DIR": "/nowhere"]).runFolder == "/tmp/fleet-4711")
    }

    @Test("The user of the process has a home")
    func processHome() throws {
        let home = try Home(environment: { _ in nil })
        #expect(home.configFolder == NSHomeDirectory() + "/.config/fleet")
    }

    @Test("Created folders are accessible only to their owner")
    func createdFolders() throws {
        let scratch = try ScratchHome()
        try scratch.home.createFolders()
        try scratch.home.createFolders()
        #expect(try scratch.mode(of: scratch.home.configFolder) == 0o700)
        #expect(try scratch.names(in: scratch.home.dataFolder) == ["locks"])
    }

    @Test("A folder that cannot be created is an error with the system's message")
    func folderBelowFile() throws {
        let home = try makeHome(["FLEET_HOME": "/dev/null/x"])
        let error = HomeError.unusable(path: "/dev/null/x", reason: "Not a directory")
        #expect(throws: error) { try home.createFolders() }
    }
}
