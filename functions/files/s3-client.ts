import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'

/** A part of S3's SDK that includes the client. */
interface S3Sdk {
  S3Client: typeof S3Client
}

/**
 * Returns a function whose first call loads a part of S3's SDK and creates a client. Later calls return the same SDK and client.
 */
export function s3ClientLoader<Sdk extends S3Sdk>(importSdk: () => Promise<Sdk>, config: S3ClientConfig) {
  const connect = async () => {
    const s3 = await importSdk()
    const client = new s3.S3Client({
      ...config,
      // By default the SDK adds checksums, and browsers that use a presigned URL would have to send them too.
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
