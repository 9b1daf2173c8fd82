import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'

/** A part of S3's SDK that includes the client. */
interface S3Sdk {
  S3Client: typeof S3Client
}

/** Loads a part of S3's SDK with its own client when it is first needed. */
export function openS3<Sdk extends S3Sdk>(importSdk: () => Promise<Sdk>, config: S3ClientConfig) {
  const connect = async () => {
    const s3 = await importSdk()
    const client = new s3.S3Client({
      ...config,
      // Otherwise a browser would have to send the checksums that the SDK adds by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { s3, client }
  }
  let connected: ReturnType<typeof connect> | undefined
  return () => {
    connected ??= connect()
    return connected
  }
}
