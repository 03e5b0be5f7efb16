// The script of a bare widget in a frame.
import "../../ui/styles.css";
import { connectToHost } from "../../ui/frame.js";
import { LectureDemo } from "../../ui/lecture-demo.js";

const demo = document.querySelector("lecture-demo");
if (demo instanceof LectureDemo) connectToHost(demo);
