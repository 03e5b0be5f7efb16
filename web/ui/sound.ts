// Plays a curve: from left to right in three seconds, higher where it is higher. For ears that read charts.
import type { PlotView } from "../engine/view.js";
import { shareOf } from "./plot-geometry.js";

const seconds = 3;
const lowestHz = 220;
const octaves = 2;
const loudness = 0.12;

/** The curve that is played: the first that is no ghost and has enough points to be one. */
export const audibleSeries = (plot: PlotView) =>
  plot.series.find(
    (series) => !series.ghost && series.style !== "bars" && series.style !== "band" && series.x.length > 7,
  );

/** Plays it once; the returned function stops it. `ended` is called either way. */
export function playCurve(plot: PlotView, ended: () => void): () => void {
  const series = audibleSeries(plot);
  if (!series) return () => {};
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.connect(volume).connect(context.destination);
  volume.gain.value = loudness;
  const start = context.currentTime;
  series.x.forEach((x, index) => {
    const height = Math.min(1, Math.max(0, shareOf(plot.y, series.y[index] ?? 0)));
    const time = start + Math.min(1, Math.max(0, shareOf(plot.x, x))) * seconds;
    if (Number.isFinite(height)) tone.frequency.linearRampToValueAtTime(lowestHz * 2 ** (octaves * height), time);
  });
  tone.onended = () => {
    void context.close();
    ended();
  };
  tone.start();
  tone.stop(start + seconds);
  return () => tone.stop();
}
