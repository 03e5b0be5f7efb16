// Builds the site: pages by our own plugin, scripts with hashed names, the public module under its stable name.
import { defineConfig } from "vite";
import { goldenPlugin } from "./web/build/golden.ts";
import { pageEntries, sitePlugin } from "./web/build/site-plugin.ts";

/** Files that other sites and lectures link to by name; everything else is hashed. */
const stableNames = ["companion"];

export default defineConfig({
  base: "./", // the site works under any path
  appType: "custom",
  plugins: [goldenPlugin(), sitePlugin()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    outDir: "dist",
    assetsInlineLimit: 0, // the pages' policy forbids data: scripts and styles
    cssCodeSplit: false,
    rolldownOptions: {
      input: { ...pageEntries, companion: "web/engine/companion.ts" },
      preserveEntrySignatures: "exports-only",
      output: {
        entryFileNames: ({ name }) => (stableNames.includes(name) ? "[name].js" : "assets/[name]-[hash].js"),
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
});
