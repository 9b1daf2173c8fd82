const marks = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** In UTF-16, most second bytes of a text are 0. Returns which of the two bytes that is, if the text is not marked. */
function unmarkedUtf16(bytes: Uint8Array) {
  const zeros = [0, 0]
  for (const [i, byte] of bytes.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < bytes.length / 4 || Math.min(even, odd) > bytes.length / 100) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * Decodes a file as UTF-8, as UTF-16, or else as Windows-1252, which older systems write. If a file was joined from several, each of
 * them may begin with a mark.
 */
export const decodeText = (bytes: Uint8Array): string => decode(bytes).replace(/\n\ufeff/g, '\n')

function decode(bytes: Uint8Array): string {
  const encoding =
    marks.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte))?.encoding ?? unmarkedUtf16(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
