/** Re-exports only the parts of the AWS SDK that are needed to seal proofs. */
export { DescribeKeyCommand, GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
