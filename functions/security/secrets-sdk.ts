/** The part of the SDK that reading a secret needs. */
export { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
