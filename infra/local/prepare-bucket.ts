import {
  CreateBucketCommand,
  ListObjectsV2Command,
  NoSuchBucket,
  PutBucketCorsCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { mediaCors } from '#infra/media-cors.ts'

/** Creates the bucket unless it exists, and lets the pages of `origins` read it and post to it, as the stack does. */
export async function prepareBucket(client: S3Client, Bucket: string, origins: readonly string[]): Promise<void> {
  // HeadBucket would do, but its refusals carry no message.
  const isThere = await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 })).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NoSuchBucket) return false
      throw error
    },
  )
  if (!isThere) await client.send(new CreateBucketCommand({ Bucket }))
  const { methods, maxAgeSeconds } = mediaCors
  const rule = { AllowedOrigins: [...origins], AllowedMethods: [...methods], MaxAgeSeconds: maxAgeSeconds }
  await client
    .send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }))
    .catch((error: unknown) => {
      // MinIO has no rules per bucket: it lets every page in.
      if (!(error instanceof S3ServiceException && error.name === 'NotImplemented')) throw error
    })
}
