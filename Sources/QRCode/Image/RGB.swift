/// Color in the sRGB color space with 8 bits per component.
public struct RGB: Sendable, Equatable {
    /// Red component, 0 to 255.
    public let red: UInt8
    /// Green component, 0 to 255.
    public let green: UInt8
    /// Blue component, 0 to 255.
    public let blue: UInt8

    /// Creates a color from its components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Black.
    public static let black = RGB(red: 0, green: 0, blue: 0)
    /// White.
    public static let white = RGB(red: 255, green: 255, blue: 255)

    /// Relative luminance, from 0 for black to 1 for white (WCAG 2.2, "relative luminance").
    public var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    private static func linear(_ component: UInt8) -> Double {
        let value = Double(component) / 255
        return value <= 0.04045 ? value / 12.92 : CLibrary.power((value + 0.055) / 1.055, 2.4)
    }
}

extension RGB {
    /// Creates a color from `#rgb`, `#rrggbb`, `rgb`, `rrggbb` or one of `names`, ignoring case;
    /// returns `nil` for other text.
    public init?(_ text: String) {
        let text = text.lowercased()
        if let named = Self.named.first(where: { $0.name == text }) {
            self.init(hexadecimal: named.digits)
        } else {
            self.init(hexadecimal: text.hasPrefix("#") ? String(text.dropFirst()) : text)
        }
    }

    /// Color names: the sixteen basic colors of CSS, and orange (CSS Color 4, 6.1).
    public static var names: [String] { named.map(\.name) }

    private init?(hexadecimal text: String) {
        guard text.utf8.count == 3 || text.utf8.count == 6,
            text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
            let number = UInt32(text, radix: 16)
        else { return nil }
        let color = text.utf8.count == 3 ? Self.doubled(number) : number
        self.init(
            red: UInt8(color >> 16), green: UInt8(color >> 8 & 0xFF), blue: UInt8(color & 0xFF))
    }

    /// Returns the number with each of its three hexadecimal digits doubled.
    private static func doubled(_ number: UInt32) -> UInt32 {
        0x11 * ((number & 0xF00) << 8 | (number & 0xF0) << 4 | number & 0xF)
    }

    private static let named: [(name: String, digits: String)] = [
        ("aqua", "00ffff"), ("black", "000000"), ("blue", "0000ff"),
        ("fuchsia", "ff00ff"), ("gray", "808080"), ("green", "008000"), ("lime", "00ff00"),
        ("maroon", "800000"), ("navy", "000080"), ("olive", "808000"), ("orange", "ffa500"),
        ("purple", "800080"), ("red", "ff0000"), ("silver", "c0c0c0"), ("teal", "008080"),
        ("white", "ffffff"), ("yellow", "ffff00"),
    ]
}

extension RGB: CustomStringConvertible {
    /// The color as `#rrggbb`.
    public var description: String {
        "#"
            + [red, green, blue].map { component in
                (component < 16 ? "0" : "") + String(component, radix: 16)
            }.joined()
    }
}
