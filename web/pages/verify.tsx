// The verify page as built: a row for each proof; entries/verify-page.ts runs them.
import { proofNames } from "../engine/proof-names.js";
import { FullPage } from "./document.js";
import type { Page, Site } from "./site.js";
import { pageTexts } from "./texts.js";
import { sweepNames, verifyTexts } from "./verify-texts.js";

export function VerifyPage({ site, page }: { site: Site; page: Page }) {
  const texts = verifyTexts[page.lang];
  return (
    <FullPage
      site={site}
      page={page}
      title={`${texts.title} · ${pageTexts[page.lang].siteName}`}
      description={texts.summary}
      entry="page"
    >
      <div class="verify" data-verify={site.version}>
        <div class="prose">
          <h1>{texts.title}</h1>
          {texts.intro.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <p class="verify-buttons">
          <button type="button" class="plain-button" data-run="" disabled>
            {texts.run}
          </button>{" "}
          <button type="button" class="plain-button" data-run-all="" disabled>
            {texts.runAll}
          </button>{" "}
          <button type="button" class="plain-button" data-stop="" hidden>
            {texts.stop}
          </button>
        </p>
        <noscript>
          <p>{texts.noScript}</p>
        </noscript>
        <div class="verify-scroll">
          <table class="facts">
            <thead>
              <tr>
                <th scope="col">{texts.columns.proof}</th>
                <th scope="col">{texts.columns.result}</th>
                <th scope="col">{texts.columns.detail}</th>
              </tr>
            </thead>
            <tbody>
              {[...proofNames, ...sweepNames].map((name) => (
                <tr key={name} data-proof={name} data-result="waiting">
                  <th scope="row">{texts.proofs[name].name}</th>
                  <td class="verify-result">{texts.states.waiting}</td>
                  <td>
                    {texts.proofs[name].about} <span data-detail="" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p class="verify-verdict" role="status" data-verdict="" />
        <section data-report="" hidden>
          <h2>{texts.reportTitle}</h2>
          <table class="facts" data-environment="" />
          <textarea readonly rows={18} aria-label={texts.reportTitle} />
          <p>
            <button type="button" class="plain-button" data-copy="">
              {texts.copy}
            </button>
          </p>
        </section>
      </div>
    </FullPage>
  );
}
