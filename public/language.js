// The front door: leads to the reader's language. Without script the two links stand there.
(() => {
  if (location.protocol === "file:") return; // a folder on a disk has no front page; the links below say what to open
  const wanted = navigator.languages?.length ? navigator.languages : [navigator.language ?? "en"];
  const known = wanted.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => tag === "zh" || tag === "en");
  location.replace(`${known ?? "en"}/${location.search}`);
})();
