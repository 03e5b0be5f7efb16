// The script of a demo's page.
import "../../ui/styles.css";
import "../../ui/lecture-demo.js";
import "./page.js";
