// What a table offers when its fold is opened: copies for texts and spreadsheets, files for programs.
import { useState } from "preact/hooks";
import type { Lang, TableView } from "../engine/view.js";
import { copyText, saveFile } from "./deliver.js";
import { toolsTexts } from "./tools-texts.js";
import { tableAsCsv, tableAsJson, tableAsLatex, tableAsMarkdown, tableAsText } from "./write-table.js";

export interface TableToolsProps {
  table: TableView;
  lang: Lang;
  /** Start of the files' names. */
  file: string;
}

export function TableTools({ table, lang, file }: TableToolsProps) {
  const texts = toolsTexts[lang];
  const [said, say] = useState("");
  const copies = [
    { name: "text", label: texts.asText, write: tableAsText },
    { name: "markdown", label: "Markdown", write: tableAsMarkdown },
    { name: "latex", label: "LaTeX", write: tableAsLatex },
  ];
  const files = [
    { name: "csv", type: "text/csv", write: () => tableAsCsv(table, texts.asShown) },
    { name: "json", type: "application/json", write: () => tableAsJson(table) },
  ];
  const copy = async (text: string) => say((await copyText(text)) ? texts.copied : texts.notCopied);
  const save = (name: string, type: string, text: string) => {
    const fileName = `${file}.${name}`;
    saveFile(fileName, text, type);
    say(texts.saved(fileName));
  };
  return (
    <div class="tools-menu">
      <span>{texts.copy}</span>
      {copies.map(({ name, label, write }) => (
        <button key={name} type="button" data-copy={name} onClick={() => copy(write(table))}>
          {label}
        </button>
      ))}
      <span>{texts.download}</span>
      {files.map(({ name, type, write }) => (
        <button key={name} type="button" data-save={name} onClick={() => save(name, type, write())}>
          {name.toUpperCase()}
        </button>
      ))}
      <span role="status">{said}</span>
    </div>
  );
}
