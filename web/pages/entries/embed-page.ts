// The script of a bare widget in a frame.
import { hasPassed } from "../../engine/self-test-memory.js";
import { connectToHost } from "../../ui/frame.js";
import { LectureDemo } from "../../ui/lecture-demo.js";

const demo = document.querySelector("lecture-demo");
if (demo instanceof LectureDemo) connectToHost(demo);

// A frame says what the site's own pages found out; a second engine in every frame would be too much.
const badge = document.querySelector<HTMLElement>("[data-badge]");
if (badge && hasPassed(badge.dataset.version ?? "")) {
  badge.dataset.badge = "pass";
  badge.textContent = badge.dataset.pass ?? "";
}
