// The first sheet of labels, drawn anew while one types.

/** Milliseconds without a change before the sheet is drawn. */
const pause = 150;

export function enhanceLabels(form) {
  const section = form.querySelector("[data-label-preview]"), text = section.querySelector("p");
  let timer, last;
  form.querySelector("[data-update]").hidden = true;
  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(draw, pause); });

  async function draw() {
    last?.abort();
    last = new AbortController();
    const body = new URLSearchParams(new FormData(form));
    try {
      const response = await fetch("/labels/preview", { method: "POST", body, signal: last.signal });
      if (response.ok) show(await response.json());
    } catch (error) {
      if (error.name !== "AbortError") section.classList.add("stale");
    }
  }

  function show({ image, preview_text: words }) {
    section.classList.remove("stale");
    text.textContent = words;
    const sheet = section.querySelector("img");
    if (!image) { sheet?.remove(); return; }
    const drawn = sheet ?? text.before(new Image()) ?? section.querySelector("img");
    drawn.src = image;
  }
}
