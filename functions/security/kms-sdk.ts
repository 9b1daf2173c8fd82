/** Only the part of the SDK that is needed to seal proofs. */
export { DescribeKeyCommand, GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms'
