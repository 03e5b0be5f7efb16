// What the reader is asked to do: predictions, one-tap experiments, and the exercise.
import { useEffect, useRef, useState } from "preact/hooks";
import { type ExerciseView, type ExperimentView, keepVisit, type PredictionView, readVisit } from "../engine/index.js";
import type { SetAll } from "./controls.js";
import { inTurn, type Placed } from "./in-turn.js";
import { RichText, type Surroundings } from "./rich.js";
import type { UiTexts } from "./texts.js";

interface SectionProps extends Placed {
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

interface Guess {
  given: string;
  /** What was given when the answer was asked for; "" where nobody guessed. Absent before. */
  guess?: string;
}

/** An answer that is kept for the visit, so that a change of page or language does not ask again. */
function useGuess(name: string, start: string) {
  const [state, setState] = useState<Guess>(() => {
    try {
      return JSON.parse(readVisit(name) ?? "") as Guess;
    } catch {
      return { given: start };
    }
  });
  const keep = (next: Guess) => {
    setState(next);
    keepVisit(name, JSON.stringify(next));
  };
  return [state, keep] as const;
}

const withUnit = (answer: PredictionView["answer"], given: string) => {
  if (answer.kind === "number") return `${given} ${answer.unit}`.trim();
  return answer.options.find((option) => option.id === given)?.label ?? given;
};

/** Guess and truth on one line; both are said in words beside it. */
function Scale({ answer, guess }: { answer: PredictionView["answer"]; guess: string }) {
  if (answer.kind === "choice") return null;
  const place = (value: number) =>
    `${Math.min(98, Math.max(2, 2 + (96 * (value - answer.min)) / (answer.max - answer.min)))}%`;
  return (
    <svg class="guess-scale" width="100%" height="28" aria-hidden="true">
      <line class="guess-line" x1="2%" x2="98%" y1="14" y2="14" />
      <line class="guess-truth" x1={place(answer.truth)} x2={place(answer.truth)} y1="3" y2="25" />
      {guess !== "" && <circle class="guess-own" cx={place(Number(guess))} cy="14" r="6" />}
    </svg>
  );
}

interface PredictionProps {
  demo: string;
  prediction: PredictionView;
  texts: UiTexts;
  around: Surroundings;
}

function Prediction({ demo, prediction, texts, around }: PredictionProps) {
  const { answer } = prediction;
  const [{ given, guess }, keep] = useGuess(`prediction-${demo}-${prediction.id}`, startOf(answer));
  const isRevealed = guess !== undefined;
  return (
    <li class="card" data-prediction={prediction.id}>
      <p>
        <RichText rich={prediction.question} around={around} />
      </p>
      {!isRevealed && (
        <>
          <AnswerField prediction={prediction} given={given} give={(value) => keep({ given: value })} texts={texts} />
          <p class="answer-buttons">
            <button
              type="button"
              class="plain-button"
              data-reveal=""
              disabled={given === ""}
              onClick={() => keep({ given, guess: given })}
            >
              {texts.reveal}
            </button>
            <button type="button" class="quiet-button" data-show="" onClick={() => keep({ given, guess: "" })}>
              {texts.showMe}
            </button>
          </p>
        </>
      )}
      <div class="answer" aria-live="polite">
        {isRevealed && (
          <>
            <Scale answer={answer} guess={guess} />
            <p>
              {guess !== "" && (
                <>
                  {texts.yourGuess(withUnit(answer, guess))}{" "}
                  <strong data-right={isRight(answer, guess) ? "yes" : "no"}>
                    {isRight(answer, guess) ? texts.right : texts.notQuite}
                  </strong>{" "}
                </>
              )}
              {texts.modelSays(truthText(answer))} <RichText rich={prediction.why} around={around} />
            </p>
          </>
        )}
      </div>
      {isRevealed && (
        <button type="button" class="quiet-button" data-again="" onClick={() => keep({ given: startOf(answer) })}>
          {texts.guessAgain}
        </button>
      )}
    </li>
  );
}

const skippedName = "predictions-skipped";

interface PredictionsProps extends SectionProps {
  demo: string;
  predictions: PredictionView[];
}

function AllPredictions({ demo, predictions, texts, around, at }: PredictionsProps) {
  const [isSkipped, setSkipped] = useState(() => readVisit(skippedName) === "yes");
  if (predictions.length === 0) return null;
  const toggle = () => {
    keepVisit(skippedName, isSkipped ? "no" : "yes");
    setSkipped(!isSkipped);
  };
  return (
    <section class="part-predictions" ref={at}>
      <h2>{texts.predictions}</h2>
      {!isSkipped && (
        <ol class="cards">
          {predictions.map((prediction) => (
            <Prediction key={prediction.id} demo={demo} prediction={prediction} texts={texts} around={around} />
          ))}
        </ol>
      )}
      <button type="button" class="quiet-button" data-skip="" aria-expanded={!isSkipped} onClick={toggle}>
        {isSkipped ? texts.showQuestions : texts.skipQuestions}
      </button>
    </section>
  );
}

export const Predictions = inTurn(AllPredictions);

function Exercise({ exercise, texts, around }: { exercise: ExerciseView; texts: UiTexts; around: Surroundings }) {
  const [isChecked, check] = useState(false);
  return (
    <div class="card exercise" data-exercise={exercise.solved ? "solved" : "open"}>
      <h3>{texts.exercise}</h3>
      <p>
        <RichText rich={exercise.task} around={around} />
      </p>
      <button type="button" class="plain-button" data-check="" onClick={() => check(true)}>
        {texts.check}
      </button>
      <p class="exercise-feedback" aria-live="polite">
        {isChecked && (
          <>
            {exercise.solved && <strong>{texts.solved} </strong>}
            <RichText rich={exercise.feedback} around={around} />
          </>
        )}
      </p>
    </div>
  );
}

/** What to look at after an experiment's tap, over the picture; takes the focus, so that it is read and found. */
export function LookAt({
  experiment,
  texts,
  around,
  close,
}: {
  experiment: ExperimentView;
  texts: UiTexts;
  around: Surroundings;
  close(): void;
}) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    note.current?.focus({ preventScroll: true });
    // A frame must not move its host's page.
    if (!around.isFramed) note.current?.scrollIntoView({ block: "start" });
  }, [experiment.id]);
  return (
    <div class="look-at" data-look-at={experiment.id} tabIndex={-1} ref={note}>
      <p>
        <strong>{experiment.label}</strong> <RichText rich={experiment.lookAt} around={around} />
      </p>
      <button type="button" aria-label={texts.close} onClick={close}>
        ×
      </button>
    </div>
  );
}

interface ExperimentsProps extends SectionProps {
  experiments: ExperimentView[];
  exercise: ExerciseView | null;
  set: SetAll;
  /** Hears which experiment was tapped. */
  tried(id: string): void;
}

function AllExperiments({ experiments, exercise, texts, around, set, tried, at }: ExperimentsProps) {
  if (experiments.length === 0 && !exercise) return null;
  return (
    <section class="part-experiments" ref={at}>
      <h2>{texts.experiments}</h2>
      <ul class="cards">
        {experiments.map((experiment) => (
          <li key={experiment.id} class="card" data-experiment={experiment.id}>
            <button
              type="button"
              class="plain-button"
              onClick={() => {
                set(experiment.params);
                tried(experiment.id);
              }}
            >
              {experiment.label}
            </button>
            <p>
              <RichText rich={experiment.lookAt} around={around} />
            </p>
          </li>
        ))}
      </ul>
      {exercise && <Exercise exercise={exercise} texts={texts} around={around} />}
    </section>
  );
}

export const Experiments = inTurn(AllExperiments);
