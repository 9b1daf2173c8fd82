/** A value that only someone with the key can read. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

interface Packed {
  value: unknown
  files: readonly { name: string; type: string; lastModified: number; size: number }[]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const headBytes = 4
/** In the text of a packed value, an object with this field stands for a file. No value of ours has such a field. */
const placeholder = '$file'

/** Returns the bytes of a value: the length of its text, the text as JSON, and the files that the value contains. */
async function pack(value: unknown): Promise<ArrayBuffer> {
  const files: File[] = []
  const marked: unknown = JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      part instanceof File ? { [placeholder]: files.push(part) - 1 } : part,
    ),
  )
  const packed: Packed = {
    value: marked,
    files: files.map(({ name, type, lastModified, size }) => ({ name, type, lastModified, size })),
  }
  const text = encoder.encode(JSON.stringify(packed))
  const head = new DataView(new ArrayBuffer(headBytes))
  head.setUint32(0, text.byteLength)
  return new Blob([head, text, ...files]).arrayBuffer()
}

function unpack(bytes: ArrayBuffer): unknown {
  let at = headBytes + new DataView(bytes).getUint32(0)
  const packed: Packed = JSON.parse(decoder.decode(bytes.slice(headBytes, at)))
  const files = packed.files.map(({ name, size, ...about }) => {
    const content = bytes.slice(at, at + size)
    at += size
    return new File([content], name, about)
  })
  const restore = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(restore)
    if (typeof part !== 'object' || part === null) return part
    if (placeholder in part) return files[Number(part[placeholder])]
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, restore(inner)]))
  }
  return restore(packed.value)
}

/** Encrypts a value of JSON and files. `owner` is the user to whom it belongs: opened for another user, it is not readable. */
export async function seal(key: CryptoKey, owner: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bound = { name: 'AES-GCM', iv, additionalData: encoder.encode(owner) }
  return { iv, data: await crypto.subtle.encrypt(bound, key, await pack(value)) }
}

/** Decrypts a sealed value, which has the type that was sealed. Rejects if it was altered, or sealed for another owner or key. */
export async function openSealed<T>(key: CryptoKey, owner: string, { iv, data }: Sealed): Promise<T> {
  const bound = { name: 'AES-GCM', iv, additionalData: encoder.encode(owner) }
  return unpack(await crypto.subtle.decrypt(bound, key, data)) as T
}
