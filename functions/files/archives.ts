import { currentTenantScope, OutsideTenantError } from '../data/scope.ts'
import { presignedUrlSeconds } from './media.ts'
import { s3ClientLoader } from './s3-client.ts'

/** The upload of an archive that is being made. */
interface Upload {
  id: string
  upload_id: string
}

/** The archives of the current tenant. Callers pass ids and never keys, so they cannot reach another tenant's archives. */
export interface TenantArchives {
  /** Begins the upload of an archive, and returns S3's id of the upload. */
  begin(id: string): Promise<string>
  /** Uploads a part, and replaces an earlier part with the same number. Returns S3's tag of the part. */
  putPart(upload: Upload, number: number, bytes: Uint8Array): Promise<string>
  /** Joins the parts to an archive. Does nothing if the archive exists already. */
  complete(upload: Upload, etags: readonly string[]): Promise<void>
  /** Deletes the parts of an unfinished archive. */
  abandon(upload: Upload): Promise<void>
  /** Keeps bytes that a later step of the export needs, and replaces earlier ones with the same name. */
  keep(id: string, name: string, bytes: Uint8Array): Promise<void>
  /** Reads what was kept. */
  storedPart(id: string, name: string): Promise<Uint8Array>
  /** Returns the URL of a presigned GET, valid for 15 minutes, with which a browser saves the archive under this file name. */
  address(id: string, fileName: string): Promise<string>
}

const keyOf = (name: string) => {
  const tenantId = currentTenantScope()?.tenantId
  if (tenantId === undefined) throw new OutsideTenantError('An archive belongs to a tenant')
  return `exports/${tenantId}/${name}`
}

/**
 * Opens the archives in the media bucket, which deletes them after two days. The S3 client is loaded when the first archive is needed.
 */
export function openArchives({ bucket, pathStyle }: { bucket: string; pathStyle: boolean }): TenantArchives {
  const open = s3ClientLoader(() => import('./archive-sdk.ts'), {
    forcePathStyle: pathStyle,
    requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true, connectionTimeout: 1000 },
  })
  const place = (id: string) => ({ Bucket: bucket, Key: keyOf(`${id}.zip`) })
  const placeOfPart = (id: string, name: string) => ({ Bucket: bucket, Key: keyOf(`${id}/${name}`) })
  const uploadOf = ({ id, upload_id }: Upload) => ({ ...place(id), UploadId: upload_id })

  return {
    async begin(id) {
      const at = place(id)
      const { client, s3 } = await open()
      const beginning = new s3.CreateMultipartUploadCommand({ ...at, ContentType: 'application/zip' })
      const { UploadId = '' } = await client.send(beginning)
      return UploadId
    },

    async putPart(upload, number, bytes) {
      const at = uploadOf(upload)
      const { client, s3 } = await open()
      const { ETag = '' } = await client.send(new s3.UploadPartCommand({ ...at, PartNumber: number, Body: bytes }))
      return ETag
    },

    async complete(upload, etags) {
      const at = uploadOf(upload)
      const { client, s3 } = await open()
      const Parts = etags.map((ETag, i) => ({ ETag, PartNumber: i + 1 }))
      await client
        .send(new s3.CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } }))
        .catch(async (error: unknown) => {
          if (!(error instanceof Error && error.name === 'NoSuchUpload')) throw error
          // An attempt that was cut off may already have completed the archive, so an existing archive counts as success.
          await client.send(new s3.HeadObjectCommand(place(upload.id)))
        })
    },

    async abandon(upload) {
      const at = uploadOf(upload)
      const { client, s3 } = await open()
      await client.send(new s3.AbortMultipartUploadCommand(at)).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'NoSuchUpload')) throw error
      })
    },

    async keep(id, name, bytes) {
      const at = placeOfPart(id, name)
      const { client, s3 } = await open()
      await client.send(new s3.PutObjectCommand({ ...at, Body: bytes }))
    },

    async storedPart(id, name) {
      const at = placeOfPart(id, name)
      const { client, s3 } = await open()
      const { Body } = await client.send(new s3.GetObjectCommand(at))
      if (!Body) throw new Error('An export lost what it kept')
      return Body.transformToByteArray()
    },

    async address(id, fileName) {
      const at = place(id)
      const [{ client }, s3] = await Promise.all([open(), import('./s3-sdk.ts')])
      const command = new s3.GetObjectCommand({
        ...at,
        ResponseCacheControl: 'private, no-store',
        ResponseContentDisposition: `attachment; filename="${fileName}"`,
      })
      return s3.getSignedUrl(client, command, { expiresIn: presignedUrlSeconds })
    },
  }
}
