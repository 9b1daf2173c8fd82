import { awsRequestTimeouts } from '../data/timeouts.ts'
import { GetSecretValueCommand, SecretsManagerClient } from './secrets-sdk.ts'

/** Reads the text of a secret. Returns an empty text if the secret has none. */
export async function readSecret(secretId: string): Promise<string> {
  const client = new SecretsManagerClient({ requestHandler: awsRequestTimeouts })
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secretId }))
  return SecretString
}
