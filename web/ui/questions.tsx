// What the reader is asked to do: predictions, one-tap experiments, and the exercise.
import { useState } from "preact/hooks";
import type { PredictionView, View } from "../engine/view.js";
import type { Change } from "./controls.js";
import { RichText, type Surroundings } from "./rich.js";
import type { UiTexts } from "./texts.js";

interface SectionProps {
  view: View;
  texts: UiTexts;
  around: Surroundings;
}

function isRight(answer: PredictionView["answer"], given: string): boolean {
  if (answer.kind === "choice") return given === answer.truth;
  return Math.abs(Number(given) - answer.truth) <= answer.tolerance;
}

function truthText(answer: PredictionView["answer"]): string {
  if (answer.kind === "number") return answer.truthText;
  return answer.options.find((option) => option.id === answer.truth)?.label ?? "";
}

interface AnswerProps {
  prediction: PredictionView;
  given: string;
  give(value: string): void;
  texts: UiTexts;
}

function AnswerField({ prediction, given, give, texts }: AnswerProps) {
  const { answer, id } = prediction;
  if (answer.kind === "choice") {
    return (
      <fieldset class="checks">
        <legend class="visually-hidden">{texts.yourAnswer}</legend>
        {answer.options.map((option) => (
          <label key={option.id} class="check">
            <input
              type="radio"
              name={`prediction-${id}`}
              value={option.id}
              checked={given === option.id}
              onChange={() => give(option.id)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <p class="prediction-number">
      <input
        type="range"
        name={`prediction-${id}`}
        aria-label={texts.yourAnswer}
        min={answer.min}
        max={answer.max}
        step={answer.step}
        value={given}
        onInput={(event) => give(event.currentTarget.value)}
      />
      <output class="number">{`${given} ${answer.unit}`.trim()}</output>
    </p>
  );
}

/** The middle of the range: says nothing about the answer. */
function startOf(answer: PredictionView["answer"]): string {
  if (answer.kind === "choice") return "";
  const steps = Math.round((answer.max - answer.min) / answer.step / 2);
  return String(Number((answer.min + steps * answer.step).toPrecision(12)));
}

function Prediction({
  prediction,
  texts,
  around,
}: {
  prediction: PredictionView;
  texts: UiTexts;
  around: Surroundings;
}) {
  const [given, give] = useState(startOf(prediction.answer));
  const [isRevealed, reveal] = useState(false);
  return (
    <li class="card" data-prediction={prediction.id}>
      <p>
        <RichText rich={prediction.question} around={around} />
      </p>
      <AnswerField prediction={prediction} given={given} give={give} texts={texts} />
      <button type="button" class="plain-button" disabled={given === ""} onClick={() => reveal(true)}>
        {texts.reveal}
      </button>
      <div class="answer" aria-live="polite">
        {isRevealed && (
          <p>
            <strong>{isRight(prediction.answer, given) ? texts.right : texts.notQuite}</strong>{" "}
            {texts.modelSays(truthText(prediction.answer))} <RichText rich={prediction.why} around={around} />
          </p>
        )}
      </div>
    </li>
  );
}

export function Predictions({ view, texts, around }: SectionProps) {
  if (view.predictions.length === 0) return null;
  return (
    <section class="part-predictions">
      <h2>{texts.predictions}</h2>
      <ol class="cards">
        {view.predictions.map((prediction) => (
          <Prediction key={prediction.id} prediction={prediction} texts={texts} around={around} />
        ))}
      </ol>
    </section>
  );
}

export function Experiments({ view, texts, around, change }: SectionProps & { change: Change }) {
  if (view.experiments.length === 0 && !view.exercise) return null;
  return (
    <section class="part-experiments">
      <h2>{texts.experiments}</h2>
      <ul class="cards">
        {view.experiments.map((experiment) => (
          <li key={experiment.id} class="card" data-experiment={experiment.id}>
            <button type="button" class="plain-button" onClick={() => change(experiment.params)}>
              {experiment.label}
            </button>
            <p>
              <RichText rich={experiment.lookAt} around={around} />
            </p>
          </li>
        ))}
      </ul>
      {view.exercise && (
        <div class="card exercise" data-exercise={view.exercise.solved ? "solved" : "open"}>
          <h3>{texts.exercise}</h3>
          <p>
            <RichText rich={view.exercise.task} around={around} />
          </p>
          <p aria-live="polite">
            {view.exercise.solved && <strong>{texts.solved} </strong>}
            <RichText rich={view.exercise.feedback} around={around} />
          </p>
        </div>
      )}
    </section>
  );
}
