// Published figures that the proofs compare with, found by implementations other than ours.
import type { PolicyObject } from "./proofs.js";

/** Each format's codes from 0 to the largest, then the negative ones: their sum, and FNV-1a-64 of them as float32. */
export const codeTables = {
  e4m3: { largest: 0x7e, sum: 5407.875, hash: "5ca67c0247730043" },
  e5m2: { largest: 0x7b, sum: 360447.9997558594, hash: "e6d50c336f856923" },
  e2m1: { largest: 0x7, sum: 18, hash: "f763b321dcc84703" },
} as const;

const mxfp4: PolicyObject = { element: "e2m1", block: 32, scale: "e8m0", scaleRule: "floor" };
const mxfp8 = (element: string): PolicyObject => ({ ...mxfp4, element });
const nvfp4: PolicyObject = { element: "e2m1", block: 16, scale: "e4m3", scaleRule: "rne", tensorScale: true };
const wholeTensor = (element: string): PolicyObject => ({ element, block: "tensor", scale: "f64", scaleRule: "max" });

export interface FixtureRow {
  data: "a" | "b";
  name: string;
  policy: PolicyObject;
  /** FNV-1a-64 of the scale codes (none where scales are float64) and of the codes, two FP4 codes a byte. */
  scales: string | undefined;
  codes: string;
  /** Mean squared error, to the relative tolerance that it was published with. */
  error: number;
  tolerance: number;
}

const digits = 1e-11;
const few = 1e-4;

const rowsOf = (
  data: "a" | "b",
  rows: [name: string, PolicyObject, scales: string | undefined, codes: string, error: number, tolerance: number][],
): FixtureRow[] =>
  rows.map(([name, policy, scales, codes, error, tolerance]) => ({
    data,
    name,
    policy,
    scales,
    codes,
    error,
    tolerance,
  }));

/** One NumPy implementation's answers for two signals that need no random library (see `fixture` in proofs.ts). */
export const fixtureRows: FixtureRow[] = [
  ...rowsOf("a", [
    ["MXFP4 floor", mxfp4, "3463fd4dbbec40ce", "72c5a6becf65dce1", 7.377207110779e-2, digits],
    [
      "MXFP4 floor, smaller",
      { ...mxfp4, tie: "smaller" },
      "3463fd4dbbec40ce",
      "72c5a6becf65dce1",
      7.377207110779e-2,
      digits,
    ],
    ["MXFP4 floor, away", { ...mxfp4, tie: "away" }, "3463fd4dbbec40ce", "72c5a6becf65dce1", 7.377207110779e-2, digits],
    ["MXFP4 rceil", { ...mxfp4, scaleRule: "rceil" }, "c47f37d5e6fdad89", "079af9323bd44bac", 6.0385e-2, few],
    ["MXFP4 even", { ...mxfp4, scaleRule: "even" }, "1b2dc208524059d2", "e80d4947124768b2", 5.3431e-2, few],
    ["MXFP4 ceil", { ...mxfp4, scaleRule: "ceil" }, "caa5582cd69ec914", "b3a5f2a2ecdbc73a", 6.7731e-2, few],
    ["MXFP8 E4M3 floor", mxfp8("e4m3"), "3da9e7d470512a0a", "07374b574599a281", 7.015145696186e-3, digits],
    [
      "MXFP8 E4M3 rceil",
      { ...mxfp8("e4m3"), scaleRule: "rceil" },
      "64e112797217fe1e",
      "e69f798dff419811",
      2.004023541457e-3,
      digits,
    ],
    ["MXFP8 E5M2 floor", mxfp8("e5m2"), "5e8b8e2ed6465074", "09aea525707bceb4", 1.20520374615e-2, digits],
    [
      "MXFP8 E5M2 rceil",
      { ...mxfp8("e5m2"), scaleRule: "rceil" },
      "1489870a4e6022bc",
      "80e20444a4cf00b0",
      8.03768472343e-3,
      digits,
    ],
    ["NVFP4", nvfp4, "cf2122987fb5b260", "480fe2c69a3349bb", 2.847829153183e-2, digits],
    ["NVFP4 te", { ...nvfp4, arithmetic: "te" }, "cf2122987fb5b260", "480fe2c69a3349bb", 2.847829153183e-2, 1e-6],
    ["FP8 tensor", wholeTensor("e4m3"), undefined, "c5ac2f0a25c233d9", 2.310144489484e-3, digits],
    ["FP4 tensor", wholeTensor("e2m1"), undefined, "6fd84f2440175a02", 5.958870600343e-2, digits],
  ]),
  ...rowsOf("b", [
    ["MXFP4 even", mxfp4, "baa726413534c75d", "9592d180c38ec0bc", 1.928520202637e-1, digits],
    ["MXFP4 smaller", { ...mxfp4, tie: "smaller" }, "baa726413534c75d", "bbfeca94abdc6da5", 1.928520202637e-1, digits],
    ["MXFP4 away", { ...mxfp4, tie: "away" }, "baa726413534c75d", "df5570a966ccdcac", 1.928520202637e-1, digits],
    [
      "MXFP4 rceil",
      { ...mxfp4, scaleRule: "rceil" },
      "185c9fd15f5c52c0",
      "a17f6e0cd7e0faed",
      1.714134216309e-1,
      digits,
    ],
    [
      "MXFP4 even scale",
      { ...mxfp4, scaleRule: "even" },
      "36b0ea21bda43f43",
      "d59a453ea8fa126a",
      1.698455810547e-1,
      digits,
    ],
    ["MXFP8 E4M3 floor", mxfp8("e4m3"), "f7cac32070aed01d", "796ba961da724f9c", 4.997253417969e-3, digits],
    ["MXFP8 E4M3 rceil", { ...mxfp8("e4m3"), scaleRule: "rceil" }, "5fbdd84e7ea72422", "561319c2da508528", 0, 0],
    ["NVFP4 smaller", { ...nvfp4, tie: "smaller" }, "3a270b29150af186", "a064c2aaea62ab73", 1.174871483628e-1, digits],
    ["NVFP4 even", nvfp4, "3a270b29150af186", "0ffd57298fd4399c", 1.174871483628e-1, digits],
    ["NVFP4 te", { ...nvfp4, arithmetic: "te" }, "3a270b29150af186", "8bf2443f893e6955", 1.174871483628e-1, 1e-6],
  ]),
];

/** Signals by numpy's name of the stream, and how far a measured mean squared error may lie from the expected one. */
export const expectationSignals = [
  { distribution: "standard_normal", law: "normal", tolerance: 0.005 },
  { distribution: "laplace", law: "laplace", tolerance: 0.01 },
  { distribution: "standard_t", law: "student-t", tolerance: 0.02 },
] as const;

/** SQNR in dB, to 0.01, by another integration over the law of a block's maximum: normal, Laplace, Student-t with 5. */
export const expectedSqnrDb: { name: string; policy: PolicyObject; decibels: [number, number, number] }[] = [
  { name: "MXFP4 floor", policy: mxfp4, decibels: [18.788, 17.944, 17.987] },
  { name: "MXFP4 rceil", policy: { ...mxfp4, scaleRule: "rceil" }, decibels: [18.757, 17.581, 17.543] },
  { name: "MXFP4 even", policy: { ...mxfp4, scaleRule: "even" }, decibels: [19.028, 18.14, 18.15] },
  { name: "MXFP4 ceil", policy: { ...mxfp4, scaleRule: "ceil" }, decibels: [16.822, 15.387, 15.347] },
  { name: "MXFP8 E4M3 floor", policy: mxfp8("e4m3"), decibels: [30.645, 29.998, 30.041] },
  { name: "MXFP8 E4M3 rceil", policy: { ...mxfp8("e4m3"), scaleRule: "rceil" }, decibels: [31.521, 31.536, 31.536] },
  { name: "MXFP8 E5M2 floor", policy: mxfp8("e5m2"), decibels: [25.36, 25.216, 25.229] },
  { name: "MXFP8 E5M2 rceil", policy: { ...mxfp8("e5m2"), scaleRule: "rceil" }, decibels: [25.543, 25.559, 25.56] },
];
