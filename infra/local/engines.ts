/** A problem that the person who started Carelane can solve. The message says how. */
export class StartProblem extends Error {}

/**
 * The addresses of engines such as MinIO that replace simulators, read from the SDK's own environment variables. A service without
 * an address here uses the simulator.
 */
export interface ReplacementEngines {
  dynamodb?: string | undefined
  s3?: string | undefined
  ses?: string | undefined
  /** Undefined if no credentials are set. Each start then makes up a pair, which the simulators and DynamoDB Local accept. */
  credentials?: AwsCredentials | undefined
  region?: string | undefined
}

export interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

const variables = {
  DynamoDB: 'AWS_ENDPOINT_URL_DYNAMODB',
  S3: 'AWS_ENDPOINT_URL_S3',
  SES: 'AWS_ENDPOINT_URL_SES',
} as const
type Service = keyof typeof variables

/**
 * Reads the engines from environment variables. Ignores all AWS settings unless one of them is the address of an engine. Throws
 * `StartProblem` if a setting is wrong.
 */
export function readEngines(environment: Readonly<Record<string, string | undefined>>): ReplacementEngines {
  const dynamodb = addressOf('DynamoDB', environment)
  const s3 = addressOf('S3', environment)
  const ses = addressOf('SES', environment)
  if (!dynamodb && !s3 && !ses) return {}
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION } = environment
  if (Boolean(AWS_ACCESS_KEY_ID) !== Boolean(AWS_SECRET_ACCESS_KEY)) {
    throw new StartProblem('Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither.')
  }
  return {
    dynamodb,
    s3,
    ses,
    region: AWS_REGION || undefined,
    credentials:
      AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY
        ? {
            accessKeyId: AWS_ACCESS_KEY_ID,
            secretAccessKey: AWS_SECRET_ACCESS_KEY,
            ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
          }
        : undefined,
  }
}

function addressOf(service: Service, environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const variable = variables[service]
  const address = environment[variable]
  if (!address) return undefined
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
    throw new StartProblem(`${variable} must be a URL such as http://127.0.0.1:8000, not '${address}'.`)
  }
  return address
}

/** Returns a text such as `DynamoDB at http://127.0.0.1:8000` for each engine that replaces a simulator. */
export function describeEngines({ dynamodb, s3, ses }: ReplacementEngines): string[] {
  const others = [
    ['DynamoDB', dynamodb],
    ['S3', s3],
    ['SES', ses],
  ] as const
  return others.flatMap(([service, address]) => (address ? [`${service} at ${address}`] : []))
}

/**
 * Waits for `work`, which makes an engine ready, and returns its result. If an engine that replaces a simulator fails, throws a
 * `StartProblem` that quotes its error.
 */
export async function awaitEngine<T>(service: Service, address: string | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!address || error instanceof StartProblem || !(error instanceof Error)) throw error
    const place = `${address} (${variables[service]})`
    if ('code' in error && typeof error.code === 'string') {
      throw new StartProblem(`${service} is not responding at ${place}: ${error.code}. Start it or unset the variable.`)
    }
    throw new StartProblem(
      `The ${service} at ${place} could not be set up: ${error.name}: ${error.message}\nCheck that AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION are right for it.`,
    )
  }
}
