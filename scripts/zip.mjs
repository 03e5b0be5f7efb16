// `npm run zip`: the whole built site as one archive for a course server, the same bytes for the same site.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { crc32, deflateRawSync } from "node:zlib";
import { buildSite } from "./build.mjs";
import { root } from "./command.mjs";

const readme = (version) => `CS349E course companion ${version}

Unpack this folder anywhere below the document root of a web server; all links are relative, so any path will do.
Nothing runs on the server. Four things to see to:

- .wasm files are served as application/wasm (others work, but start later).
- For frames with sandbox="allow-scripts" the server sends Access-Control-Allow-Origin: *
    nginx:   add_header Access-Control-Allow-Origin *;
    Apache:  Header set Access-Control-Allow-Origin "*"
- sw.js and .html files are revalidated (Cache-Control: no-cache); files in assets/ may be kept for ever.
- Over plain http everything works but keeping the site on a device, for which browsers ask for https.

Without a server: open the files in zh/offline/ or en/offline/, each a whole experiment.
To put an experiment into a page, use the button "Embed or link" on its own page.
`;

const utf8Names = 0x0800;
const deflated = 8;
const firstDay = 0x0021; // 1980-01-01: archives of equal sites are equal
const regularFile = (0o100644 << 16) >>> 0;

/** The parts that a local header and a directory entry share. */
function commonHeader(name, packed, bytes) {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0); // version that can unpack it
  header.writeUInt16LE(utf8Names, 2);
  header.writeUInt16LE(deflated, 4);
  header.writeUInt16LE(0, 6);
  header.writeUInt16LE(firstDay, 8);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

/** A zip archive of [name, bytes] pairs. */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = commonHeader(name, packed, bytes);
    parts.push(Buffer.from("PK\x03\x04"), common, name, packed);
    const entry = Buffer.alloc(14); // comment, disk and inner attributes: none
    entry.writeUInt32LE(regularFile, 6);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), common, entry, name);
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from("PK\x05\x06"), end]);
}

/** The archive of a built site, without earlier versions, and its name. */
export function siteArchive(dist = join(root, "dist")) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = `cs349e-companion-${version}`;
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(dist.length + 1))
    .filter((path) => !path.startsWith("v/") || path.startsWith(`v/${version}/`)) // pinned links to this version
    .sort();
  const files = paths.map((path) => [`${folder}/${path}`, readFileSync(join(dist, path))]);
  return { name: `${folder}.zip`, bytes: zip([[`${folder}/README.txt`, Buffer.from(readme(version))], ...files]) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await buildSite();
  const { name, bytes } = siteArchive();
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(join(root, "build", name), bytes);
  console.log(`build/${name}: ${(bytes.length / 1e6).toFixed(1)} MB`);
}
