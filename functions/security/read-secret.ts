import { timeouts } from '../data/timeouts.ts'
import { GetSecretValueCommand, SecretsManagerClient } from './secrets-sdk.ts'

/** Empty if the secret has no text. */
export async function readSecret(secretId: string): Promise<string> {
  const client = new SecretsManagerClient({ requestHandler: timeouts })
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: secretId }))
  return SecretString
}
