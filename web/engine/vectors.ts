// Whether the browser takes WebAssembly's vectors. Where it does not (Safari before 16.4) it refuses every module that has
// one, and the same core built without them answers, with the same digits.

/** A module that does nothing but name the vector type. */
const aVector = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b);

/** True, too, where there is no WebAssembly at all: then loading says so. */
export const hasVectors = globalThis.WebAssembly?.validate(aVector) ?? true;
