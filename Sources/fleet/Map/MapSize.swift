import ArgumentParser

/// The size of a map on the command line, such as `120x40`.
struct MapSize: ExpressibleByArgument, Equatable {
    let width: Int
    let height: Int

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }

    init?(argument: String) {
        let numbers = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
            .map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], width > 0,
            height > 0
        else { return nil }
        (self.width, self.height) = (width, height)
    }
}
