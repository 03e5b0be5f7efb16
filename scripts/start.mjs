// `npm start`: installs what is missing, builds the site when its sources changed, and serves it.
import { buildSite, siteIsFresh } from "./build.mjs";
import { serveForPeople } from "./serve.mjs";

try {
  if (!siteIsFresh()) await buildSite();
  await serveForPeople();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
