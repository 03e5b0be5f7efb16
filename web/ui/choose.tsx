// Makes a table a list to choose from: a search over its rows, a mark that puts a row into a list parameter, and a
// button that makes it the one that the others are measured by.
import type { TableView } from "../engine/view.js";
import type { Change } from "./controls.js";
import type { UiTexts } from "./texts.js";

interface SearchProps {
  label: string;
  wanted: string;
  found: number;
  texts: UiTexts;
  search(words: string): void;
}

export function ChooseSearch({ label, wanted, found, texts, search }: SearchProps) {
  return (
    <div class="choose-search">
      <input
        type="search"
        class="text-field"
        data-search=""
        aria-label={texts.searchIn(label)}
        placeholder={texts.search}
        value={wanted}
        onInput={(event) => search(event.currentTarget.value)}
      />
      <span role="status">{wanted && texts.found(found)}</span>
    </div>
  );
}

interface ChoiceProps {
  choose: NonNullable<TableView["choose"]>;
  row: string;
  text: string;
  /** Takes the row into the list or out of it. */
  toggle(): void;
  change: Change;
}

export function Choice({ choose: { chosen, one, current, oneLabel }, row, text, toggle, change }: ChoiceProps) {
  const isOnly = chosen.length === 1 && chosen[0] === row;
  return (
    <span class="choice">
      <label class="check">
        <input type="checkbox" data-choose={row} checked={chosen.includes(row)} disabled={isOnly} onChange={toggle} />
        <span>{text}</span>
      </label>
      <button
        type="button"
        class="chip"
        data-one={row}
        aria-label={`${oneLabel}: ${text}`}
        title={oneLabel}
        aria-pressed={current === row}
        onClick={() => change({ [one]: row })}
      >
        1×
      </button>
    </span>
  );
}
