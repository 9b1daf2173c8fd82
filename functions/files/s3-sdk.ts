/** What media need of S3's SDK, and nothing else of it. */
export { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
export { getSignedUrl } from '@aws-sdk/s3-request-presigner'
