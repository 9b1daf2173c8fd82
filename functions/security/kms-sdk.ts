/** What sealing needs of KMS's SDK, and nothing else of it. */
export { DescribeKeyCommand, GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
