// The front door: leads to the reader's language. Without script the two links stand there.
(() => {
  const wanted = navigator.languages?.length ? navigator.languages : [navigator.language ?? "en"];
  const known = wanted.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => tag === "zh" || tag === "en");
  location.replace(`${known ?? "en"}/${location.search}`);
})();
