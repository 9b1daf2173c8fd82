/** Re-exports only the parts of the AWS SDK that are needed to read a secret. */
export { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
