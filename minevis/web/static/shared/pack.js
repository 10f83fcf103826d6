// A pack: a header of plain values and typed arrays, deflated into one run of bytes.

/** @type {Record<string, any>} */
const TYPES = {
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  float32: Float32Array,
  bytes: Uint8Array,
};

const DIGITS =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%/()*+-;,=.?@^_`{|}~"; // of base 85

/** Bytes of a text in base 85: five digits are four bytes, the largest first. @param {string} text */
export function bytesOfText(text) {
  const values = new Uint8Array(128);
  for (let i = 0; i < DIGITS.length; i += 1) values[DIGITS.charCodeAt(i)] = i;
  const bytes = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let at = 0; at < text.length; at += 5) {
    let sum = 0;
    for (let i = at; i < at + 5; i += 1)
      sum = 85 * sum + (i < text.length ? values[text.charCodeAt(i)] : 84);
    bytes.setUint32((4 * at) / 5, sum);
  }
  return new Uint8Array(bytes.buffer, 0, Math.floor((4 * text.length) / 5));
}

/** Bytes of base64 text, of an ArrayBuffer, or of a view onto one. @param {string | ArrayBuffer | ArrayBufferView<ArrayBuffer>} source */
function bytesOf(source) {
  if (typeof source === "string")
    return Uint8Array.from(atob(source), (mark) => mark.charCodeAt(0));
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** The header (`head`) and the arrays (`part(name)`) of a pack. @param {string | ArrayBuffer | ArrayBufferView<ArrayBuffer>} source */
export async function unpack(source) {
  const buffer = await inflate(bytesOf(source));
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const first = Math.ceil((4 + length) / 8) * 8;
  /** @param {string} name */
  const part = (name) => {
    const [type, offset, items] = head.parts[name];
    return new TYPES[type](buffer, first + offset, items);
  };
  return { head, part };
}
