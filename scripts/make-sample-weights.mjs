// Makes public/samples/basic-pitch.safetensors from an unpacked copy of the npm package @spotify/basic-pitch (1.0.1).
//
// Usage: npm pack @spotify/basic-pitch@1.0.1, unpack it, node scripts/make-sample-weights.mjs <folder>
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const packageFolder = process.argv[2];
if (!packageFolder) {
  console.error("Name the unpacked package's folder.");
  process.exit(1);
}

// The network's learned convolution kernels; its fixed spectrogram filters and the small biases stay out.
const kept = /^StatefulPartitionedCall\/model_1\/(conv2d_\d|contours-reduced)\/Conv2D(\/ReadVariableOp|_weights)$/;

const manifest = JSON.parse(readFileSync(join(packageFolder, "model/model.json"), "utf8")).weightsManifest;
const data = readFileSync(join(packageFolder, "model/group1-shard1of1.bin"));

const tensors = [];
let offset = 0;
for (const { name, shape, dtype } of manifest.flatMap((group) => group.weights)) {
  const bytes = shape.reduce((product, extent) => product * extent, 1) * (dtype === "bool" ? 1 : 4);
  if (dtype === "float32" && kept.test(name))
    tensors.push({ name: name.split("/")[2], shape, bytes: data.subarray(offset, offset + bytes) });
  offset += bytes;
}
tensors.sort((a, b) => (a.name < b.name ? -1 : 1));

const header = {
  __metadata__: {
    source: "npm @spotify/basic-pitch 1.0.1, model/ (learned convolution kernels only)",
    license: "Apache-2.0, copyright Spotify AB",
  },
};
let end = 0;
for (const tensor of tensors) {
  header[tensor.name] = { dtype: "F32", shape: tensor.shape, data_offsets: [end, end + tensor.bytes.length] };
  end += tensor.bytes.length;
}
const json = Buffer.from(JSON.stringify(header));
const padded = Buffer.concat([json, Buffer.alloc((8 - (json.length % 8)) % 8, " ")]);
const length = Buffer.alloc(8);
length.writeBigUInt64LE(BigInt(padded.length));

const folder = new URL("../public/samples/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL("basic-pitch.safetensors", folder),
  Buffer.concat([length, padded, ...tensors.map((t) => t.bytes)]),
);
console.log(tensors.map((t) => `${t.name} ${t.shape.join("×")}`).join("\n"));
