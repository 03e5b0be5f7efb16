// Draws a sentence of a View: text, numbers that lead to their controls, quotes and source marks.
import type { JSX } from "preact";
import type { Inline, Lang, Rich, Source } from "../engine/view.js";

/** Where sentences lead to: built into every part that shows text. */
export interface Surroundings {
  lang: Lang;
  sources: Source[];
  /** Way from this page to the language's folder: "../" on a demo page, "" where there is none (offline files). */
  langRoot: string;
  isFramed: boolean;
}

const htmlLang = (lang: string) => (lang === "zh" ? "zh-Hans" : lang);

function SourceMark({ source, around }: { source: string; around: Surroundings }) {
  const index = around.sources.findIndex((entry) => entry.id === source);
  if (index < 0) return null;
  return (
    <sup class="source-mark">
      <a href={`#source-${source}`} title={around.sources[index]?.title}>
        {`[${index + 1}]`}
      </a>
    </sup>
  );
}

function Piece({ piece, around }: { piece: Inline; around: Surroundings }): JSX.Element | null {
  if (typeof piece === "string") return <>{piece}</>;
  switch (piece.kind) {
    case "param":
      return (
        <button type="button" class="number param" data-param={piece.param}>
          {piece.text}
        </button>
      );
    case "figure":
      return (
        <strong class="number" data-figure={piece.figure} data-watch="">
          {piece.text}
        </strong>
      );
    case "strong":
      return (
        <strong class="number" data-watch="">
          {piece.text}
        </strong>
      );
    case "term":
      // A link for all; a live demo opens a note in its place.
      return (
        <a
          class="term"
          data-term={piece.term}
          href={`${around.langRoot}about/#term-${piece.term}`}
          target={around.isFramed ? "_blank" : undefined}
        >
          {piece.text}
        </a>
      );
    case "demo": {
      if (!around.langRoot) return <>{piece.text}</>;
      const query = new URLSearchParams(piece.params).toString();
      return (
        <a
          href={`${around.langRoot}${piece.demo}/${query && `?${query}`}`}
          target={around.isFramed ? "_blank" : undefined}
        >
          {piece.text}
        </a>
      );
    }
    case "quote":
      return (
        <>
          <q lang={piece.lang && htmlLang(piece.lang)}>{piece.text}</q>
          <SourceMark source={piece.source} around={around} />
        </>
      );
    case "source":
      return <SourceMark source={piece.source} around={around} />;
  }
}

export function RichText({ rich, around }: { rich: Rich; around: Surroundings }) {
  return (
    <>
      {rich.map((piece, index) => (
        // Pieces of a sentence have no identity but their place.
        <Piece key={index} piece={piece} around={around} />
      ))}
    </>
  );
}

/** The sentence as words only: page descriptions and accessible names. */
export function plainText(rich: Rich): string {
  return rich.map((piece) => (typeof piece === "string" ? piece : "text" in piece ? piece.text : "")).join("");
}
