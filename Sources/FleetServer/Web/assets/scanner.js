// In-page QR scanner, where the browser has a BarcodeDetector; other browsers open the page /scan.
import { element } from "./cells.js";
import { localized } from "./texts.js";

/** Makes the links to the scan page scan at once if the browser can read QR codes. */
export async function offerScanner() {
  const formats = await BarcodeDetector.getSupportedFormats().catch(() => []);
  if (!formats.includes("qr_code")) return;
  for (const link of document.querySelectorAll("[data-scan]")) {
    link.dataset.scan = "camera";
    link.addEventListener("click", scan);
  }
}

async function scan(event) {
  event.preventDefault();
  const video = element("video");
  Object.assign(video, { playsInline: true, muted: true });
  video.setAttribute("aria-label", localized("Camera picture"));
  const status = element("p", "muted", localized("Point the camera at the QR code of a vehicle."));
  status.setAttribute("role", "status");
  const close = element("button", "btn", localized("Close"));
  const title = element("h2", "", localized("Scan a QR code"));
  title.id = "scan-title";
  const dialog = element("dialog", "", element("header", "", title, close), video, status);
  dialog.setAttribute("aria-labelledby", title.id);
  document.body.append(dialog);
  let stream = null;
  dialog.addEventListener("close", () => { stream?.getTracks().forEach((track) => track.stop()); dialog.remove(); });
  close.addEventListener("click", () => dialog.close());
  dialog.showModal();
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    video.srcObject = stream;
    await video.play();
    await detect(video, dialog, status);
  } catch (error) {
    status.textContent = error.name === "NotAllowedError" ? localized("The camera is not allowed. Allow it in the settings of the browser.") : localized("No camera is available.");
  }
}

async function detect(video, dialog, status) {
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  while (dialog.open) {
    const [code] = await detector.detect(video).catch(() => []);
    if (code) {
      const target = pageOf(code.rawValue);
      if (target) { dialog.close(); location.assign(target); return; }
      status.textContent = localized("This QR code is not of a vehicle of this server.");
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/** Returns the page for a QR code: a link to a vehicle on this server, or an ID. Never another site. */
function pageOf(text) {
  const source = document.querySelector("[data-source-dot]")?.dataset.sourceDot;
  // Other IDs may look like an address, too: `YVO:Vehicle:1` has a scheme.
  if (!/^https?:/i.test(text)) {
    if (!text || text.length > 200) return null;
    return source ? `/v/${encodeURIComponent(source)}/${encodeURIComponent(text)}` : `/scan?code=${encodeURIComponent(text)}`;
  }
  try {
    const url = new URL(text);
    return url.origin === location.origin && url.pathname.startsWith("/v/") ? url.pathname + url.search : null;
  } catch { return null; }
}
