import { GetParameterCommand, ParameterNotFound, SSMClient } from './ssm-sdk.ts'

/**
 * Makes a function that reads a parameter of Systems Manager. It resolves to undefined if there is no such parameter. It gives up
 * soon, because calls wait for it.
 */
export function parameterReader(name: string): () => Promise<string | undefined> {
  const requestHandler = { requestTimeout: 1000, throwOnRequestTimeout: true, connectionTimeout: 1000 }
  const client = new SSMClient({ maxAttempts: 2, requestHandler })
  return async () => {
    try {
      const { Parameter } = await client.send(new GetParameterCommand({ Name: name }))
      return Parameter?.Value
    } catch (error) {
      if (error instanceof ParameterNotFound) return undefined
      throw error
    }
  }
}
