import FleetCore
import Foundation

/// How the pages of one answer show times and icons.
struct PageStyle: Sendable {
    /// Address of the folder of assets.
    let assets: String
    /// Time zone of texts of times, for browsers without scripts.
    let zone: TimeZone
    let now: Timestamp

    /// Returns a time as pages show it.
    func time(_ time: Timestamp) -> ShownTime { ShownTime(time, zone: zone, now: now) }

    /// Returns the drawing of an icon of the file of icons.
    func icon(_ name: String, isSmall: Bool = false) -> Markup {
        """
        <svg class="i\(" small", if: isSmall)" aria-hidden="true">\
        <use href="\(assets)/icons.svg#\(name)"/></svg>
        """
    }
}

extension ServerEnvironment {
    /// How pages show times and icons now.
    var style: PageStyle {
        PageStyle(assets: pages.assets, zone: options.timeZone, now: now())
    }
}
