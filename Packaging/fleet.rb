# Homebrew's formula. "make release" fills in the address and the hash of the sources, if RELEASE_URL is set.
class Fleet < Formula
  desc "Browse vehicle fleets in the terminal, and make the QR codes for their vehicles"
  url "@URL@"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on xcode: ["26.0", :build]
  depends_on "cairo"
  depends_on "expat"
  depends_on "jpeg-turbo"
  depends_on "libpng"
  depends_on "librsvg"
  depends_on "libsodium"
  depends_on "ncurses"
  depends_on "openssl@3"
  depends_on "pango"
  depends_on "qrencode"
  depends_on "re2"
  depends_on "simdjson"
  depends_on "webp"
  depends_on "zbar"

  def install
    # "packages" would call brew; Homebrew's sandbox does not allow that of SwiftPM.
    system "make", "--old-file=packages", "install", "PREFIX=#{prefix}", "STATIC=--disable-sandbox"
    rm_r lib/"systemd"
  end

  test do
    ENV["FLEET_HOME"] = testpath
    assert_match "demo (simulated)", shell_output("#{bin}/fleet list --color red --limit 1")
    system bin/"fleet", "detail", "ABP-PHY", "--qr", testpath/"code.png"
    assert_path_exists testpath/"code.png"
    assert_match "fleet-server", shell_output("#{libexec}/fleet/fleet-server --version")
  end
end
