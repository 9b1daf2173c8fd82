/**
 * Re-exports only the parts of S3's SDK that are needed to store and show signatures and photos, and to sign the address of an
 * archive.
 */
export { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
export { getSignedUrl } from '@aws-sdk/s3-request-presigner'
