import { createHash, randomUUID } from 'node:crypto'
import { S3Error } from './s3-error.ts'
import { escapeXml, type S3Answer, xmlAnswer } from './s3-http.ts'
import type { S3Request } from './signing.ts'
import { bytesOf, etagOf, holdObjects, type NewObject, openObjectFolder, type StoredObject } from './stored-objects.ts'

/** The smallest part in bytes. S3 refuses to complete an upload in which a part other than the last is smaller. */
const smallestPart = 5 * 1024 * 1024

/**
 * Returns a function that answers the calls of multipart uploads. Their parts are stored in `folder` and survive the process;
 * without a folder they are only in memory. `store` receives the object of a completed upload.
 */
export async function openMultipartUploads(folder: string | undefined, store: (object: NewObject) => Promise<void>) {
  const parts = folder === undefined ? holdObjects() : await openObjectFolder(folder)
  const placeOf = (uploadId: string, part = '0') => `${uploadId}/${part}`

  async function find(uploadId: string, key: string): Promise<StoredObject> {
    const begun = await parts.find(placeOf(uploadId))
    if (!begun || (await bytesOf(begun.read(0, begun.size))).toString() !== key)
      throw new S3Error(404, 'NoSuchUpload', 'The specified upload does not exist.')
    return begun
  }

  async function begin({ headers }: S3Request, key: string): Promise<S3Answer> {
    const uploadId = randomUUID()
    await write(placeOf(uploadId), headers, Buffer.from(key))
    return resultAnswer('InitiateMultipartUploadResult', { Key: key, UploadId: uploadId })
  }

  async function putPart(body: Buffer, key: string, uploadId: string, part: string): Promise<S3Answer> {
    await find(uploadId, key)
    if (!/^[1-9]\d{0,3}$|^10000$/.test(part))
      throw new S3Error(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
    return { status: 200, headers: { etag: await write(placeOf(uploadId, part), {}, body) } }
  }

  async function write(place: string, headers: Record<string, string>, body: Buffer): Promise<string> {
    const etag = etagOf(body)
    await parts.write({ key: place, headers, etag, body: [body] })
    return etag
  }

  async function complete(body: Buffer, key: string, uploadId: string): Promise<S3Answer> {
    const { headers } = await find(uploadId, key)
    const listed = partsListed(body.toString())
    const found = await Promise.all(listed.map(({ number }) => parts.find(placeOf(uploadId, number))))
    const joined = partsToJoin(listed, found)
    const etag = etagOfJoined(joined)
    await store({ key, headers, etag, body: bytesInOrder(joined) })
    await forget(
      uploadId,
      listed.map(({ number }) => number),
    )
    return resultAnswer('CompleteMultipartUploadResult', { Key: key, ETag: etag })
  }

  async function abort(key: string, uploadId: string): Promise<S3Answer> {
    await find(uploadId, key)
    await forget(uploadId, [])
    return { status: 204 }
  }

  async function forget(uploadId: string, numbers: readonly string[]): Promise<void> {
    for (const number of ['0', ...numbers]) await parts.remove(placeOf(uploadId, number))
  }

  /** Returns the response to a call of multipart uploads, or undefined for any other call. */
  return async function answer(request: S3Request, key: string): Promise<S3Answer | undefined> {
    const { method, body } = request
    const query = new Map(request.query)
    const uploadId = query.get('uploadId')
    if (method === 'POST' && query.has('uploads')) return begin(request, key)
    if (uploadId === undefined) return undefined
    if (method === 'PUT') return putPart(body, key, uploadId, query.get('partNumber') ?? '')
    if (method === 'POST') return complete(body, key, uploadId)
    return method === 'DELETE' ? abort(key, uploadId) : undefined
  }
}

function resultAnswer(name: string, fields: Readonly<Record<string, string>>): S3Answer {
  const elements = Object.entries(fields).map(([field, value]) => `<${field}>${escapeXml(value)}</${field}>`)
  return xmlAnswer(200, `<${name}>${elements.join('')}</${name}>`)
}

interface ListedPart {
  number: string
  etag: string
}

/** Returns the parts that a caller lists to complete an upload. Throws `S3Error` if their numbers do not ascend. */
function partsListed(body: string): ListedPart[] {
  const listed = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: /<PartNumber>(\d+)</.exec(part)?.[1] ?? '',
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
  const isInOrder = listed.every(({ number }, i) => i === 0 || Number(number) > Number(listed[i - 1]?.number))
  if (!isInOrder) throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.')
  return listed
}

/**
 * Returns the parts of the object. Throws `S3Error` if no part is listed, or if a part is missing, has another ETag than the list
 * says, or is too small. Only the last part may be smaller than `smallestPart`.
 */
function partsToJoin(listed: readonly ListedPart[], found: readonly (StoredObject | undefined)[]): StoredObject[] {
  const parts = found.flatMap((part, i) => (part && part.etag === listed[i]?.etag ? [part] : []))
  if (parts.length === 0 || parts.length < listed.length)
    throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.')
  if (parts.slice(0, -1).some(({ size }) => size < smallestPart))
    throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
  return parts
}

async function* bytesInOrder(parts: readonly StoredObject[]) {
  for (const { read, size } of parts) yield* read(0, size)
}

/** S3 makes the ETag of an uploaded object from those of its parts. */
function etagOfJoined(parts: readonly StoredObject[]): string {
  const hash = createHash('md5')
  for (const { etag } of parts) hash.update(etag.slice(1, -1), 'hex')
  return `"${hash.digest('hex')}-${parts.length}"`
}
