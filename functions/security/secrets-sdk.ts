/** What reading a secret needs of Secrets Manager's SDK, and nothing else of it. */
export { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
