// Notices when another tab of this browser signs in or out. The key is not a secret: it only tells people apart.
import { showViewerChanged } from "./banners.js";

export function announceViewer() {
  if (!("BroadcastChannel" in window)) return;
  const viewer = document.body.dataset.viewer ?? "";
  const channel = new BroadcastChannel("fleet-viewer");
  channel.onmessage = ({ data }) => {
    if (!viewer || data === viewer) return;
    document.body.dataset.left = "";
    showViewerChanged(data !== "");
  };
  // Public and error pages have no viewer; only the sign-in page means that the session has ended.
  const isSignIn = location.pathname === "/signin" && !document.querySelector("[data-offline]");
  if (viewer || isSignIn) channel.postMessage(viewer);
}

/** Tells the other tabs that this person signed out. */
export function announceSignOut() { new BroadcastChannel("fleet-viewer").postMessage(""); }
