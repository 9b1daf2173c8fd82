/** Only the part of the SDK that is needed to read a secret. */
export { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
