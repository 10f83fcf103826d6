// A pack: a header of plain values and typed arrays, deflated into one run of bytes.

const TYPES = { int16: Int16Array, uint16: Uint16Array, int32: Int32Array, float32: Float32Array, bytes: Uint8Array };

/** Bytes of base64 text, of an ArrayBuffer, or of a view onto one. */
function bytesOf(source) {
  if (typeof source === "string") return Uint8Array.from(atob(source), (mark) => mark.charCodeAt(0));
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}

export async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** The header (`head`) and the arrays (`part(name)`) of a pack. */
export async function unpack(source) {
  const buffer = await inflate(bytesOf(source));
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const first = Math.ceil((4 + length) / 8) * 8;
  const part = (name) => {
    const [type, offset, items] = head.parts[name];
    return new TYPES[type](buffer, first + offset, items);
  };
  return { head, part };
}
