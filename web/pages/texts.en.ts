// The words of the pages around the demos, in English.
import type { PageTexts } from "./texts.js";

export const en: PageTexts = {
  siteName: "CS349E companion",
  siteSummary:
    "Six live experiments for two lectures on GPUs and low-precision numbers. Every figure of the lecture is here to be changed, computed in your browser, exact to the last digit.",
  skip: "Skip to content",
  home: "Home",
  lectures: {
    lecture01: {
      name: "Lecture 1",
      title: "Chips, formats and where the speed comes from",
      summary:
        "What four generations of GPUs gained, what the small number formats cost, and which unit runs out first.",
    },
    lecture08: {
      name: "Lecture 8",
      title: "Keeping the machine busy",
      summary: "Bytes in flight, asynchronous pipelines, and two warpgroups that take turns.",
    },
  },
  demoOf: (lecture, order) => `${lecture} · experiment ${order}`,
  otherLanguage: "中文",
  theme: "Theme",
  themes: { auto: "Auto", light: "Light", dark: "Dark" },
  about: "About",
  footer: "Computed in your browser by C++ in WebAssembly. Nothing you enter leaves it.",
  previous: "Previous",
  next: "Next",
  openFull: "Open this experiment on its own page",
  scriptFailed:
    "The live part did not load; the table shows the lecture's own settings. Reload the page, or open it by itself. If it stands in a sandboxed frame, its server has to send the header Access-Control-Allow-Origin: *.",
  inClass: "In class",
  projector: "Projector view",
  worksheet: "Print a worksheet",
  embedTitle: "Use it in your own notes",
  embedText: "This experiment runs inside lecture notes, slides and course pages, as it stands here or in parts of it.",
  embed: "Embed or link…",
  offlineTitle: "Use it without a network",
  offlineText:
    "The whole experiment is also a single file. Keep it on a disk or a stick and open it there: it computes with no connection.",
  offlineLink: "Download for offline use",
  savedFrom: (version) => `Offline file of the CS349E companion, version ${version}.`,
  online: "The newest version, online",
  update: { text: "A new version is ready.", now: "Reload", later: "Later" },
  fromDisk:
    "This page was opened from a disk, where browsers do not let it run. These single files do compute from a disk:",
  citeTitle: "How to cite",
  version: "version",
  glossary: "Glossary",
  model: "The model, honestly",
  equations: "Equations",
  assumptions: "Assumptions",
  measured: "Modelled or measured",
  deviations: "Where the lecture's prose and its model differ",
  python: "Check it in Python",
  prints: "prints",
  aboutPage: {
    what: [
      "This companion turns the calculations of the CS349E lectures 1 and 8 into experiments: move a number and see what it does.",
      "The lecture's own numbers are the starting point of every page, and the first chip above each experiment always leads back to them.",
    ],
    exactTitle: "How exact is it?",
    exact: [
      "All numbers are computed and rounded by one C++ core, compiled to WebAssembly; at the lecture's settings each cell equals the lecture's script character for character.",
      "Random draws follow NumPy's default_rng bit for bit, so that any of them can be checked with two lines of Python.",
      "The models are simple on purpose. Each page lists its assumptions, and says what was measured and what is only modelled.",
    ],
    licencesTitle: "Licences",
    licences: [
      {
        name: "This companion",
        licence: "MIT",
        use: "code, texts and pictures",
        url: "https://spdx.org/licenses/MIT.html",
      },
      {
        name: "NumPy",
        licence: "BSD-3-Clause",
        use: "the constants of the ziggurat tables and the algorithms of its random streams",
        url: "https://numpy.org/doc/stable/license.html",
      },
      { name: "Chart.js", licence: "MIT", use: "curves and bars", url: "https://www.chartjs.org/" },
      { name: "Preact", licence: "MIT", use: "drawing the pages", url: "https://preactjs.com/" },
      { name: "Temml", licence: "MIT", use: "equations as MathML, when the site is built", url: "https://temml.org/" },
      { name: "Emscripten", licence: "MIT", use: "compiling the core to WebAssembly", url: "https://emscripten.org/" },
    ],
    versionsTitle: "Versions",
    version: "This site",
    shipped: "part of the site",
    tool: "builds and tests it",
    privacyTitle: "Privacy",
    privacy:
      "The pages load nothing from other sites, set no cookies and count nobody. Your choice of theme is kept in your browser.",
  },
  notFound: {
    title: "This page does not exist",
    text: "The address may be mistyped, or the page has moved.",
    home: "To the experiments",
  },
};
