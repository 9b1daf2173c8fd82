import { checkPostedForm } from './check-form.ts'
import { S3Error } from './s3-error.ts'
import { escapeXml, type S3Answer, xmlAnswer } from './s3-http.ts'
import type { ServedBucket } from './served-bucket.ts'
import type { S3Request } from './signing.ts'
import { etagOf } from './stored-objects.ts'

/** Stores the file that a browser posts with a signed form. */
export async function storePostedForm(
  { settings, bucket, signer }: ServedBucket,
  request: S3Request,
  name: string,
): Promise<S3Answer> {
  settings.check(name)
  const form = await formOf(request)
  const file = form.get('file')
  if (!(file instanceof File)) throw new S3Error(400, 'InvalidArgument', 'POST requires exactly one file upload')
  const fields = new Map([['bucket', name]])
  for (const [field, value] of form) if (typeof value === 'string') fields.set(field.toLowerCase(), value)
  checkPostedForm({ fields, size: file.size }, signer, Date.now())
  const key = (fields.get('key') ?? '').replaceAll(`\${filename}`, file.name)
  const body = Buffer.from(await file.arrayBuffer())
  const etag = etagOf(body)
  await bucket.store({ key, headers: Object.fromEntries(fields), etag, body: [body] })
  if (fields.get('success_action_status') !== '201') return { status: 204, headers: { etag } }
  const result = `<Bucket>${name}</Bucket><Key>${escapeXml(key)}</Key><ETag>${escapeXml(etag)}</ETag>`
  return xmlAnswer(201, `<PostResponse>${result}</PostResponse>`)
}

async function formOf({ headers, body }: S3Request): Promise<FormData> {
  const type = headers['content-type'] ?? ''
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new S3Error(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart')
  }
}
