/** Only the part of S3's SDK that media needs. */
export { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
export { getSignedUrl } from '@aws-sdk/s3-request-presigner'
