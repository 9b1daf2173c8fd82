import { randomUUID } from 'node:crypto'
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { startS3 } from '../s3/start-s3.ts'

const { S3_ENDPOINT = '', S3_KEY = '' } = process.env

export const region = 'us-east-1'

/** The origins whose pages may read the bucket and post to it. */
export const pageOrigins = ['http://localhost:3000', 'http://127.0.0.1:3000']

export interface S3UnderTest {
  origin: string
  Bucket: string
  client: S3Client
  credentials: { accessKeyId: string; secretAccessKey: string }
  /** A client with a wrong secret. */
  stranger: S3Client
  /** Returns the values that a test accepts: from the simulator only the first, and from another engine any of them. */
  answers<Answer>(simulator: Answer, ...elsewhere: Answer[]): Answer[]
  close(): Promise<void>
}

/**
 * The engines on which the tests of S3 run: the simulator, and another engine if its address is given, on which the tests leave a
 * new bucket. The command for that is `S3_ENDPOINT=http://127.0.0.1:9000 S3_KEY=<access key id>:<secret> npm run test:simulators --
 * tests/s3`.
 */
export const s3Engines: (readonly [name: string, open: () => Promise<S3UnderTest>])[] = [
  ['the simulator', openSimulator],
  ...(S3_ENDPOINT ? [[S3_ENDPOINT, openOther] as const] : []),
]

async function openSimulator(): Promise<S3UnderTest> {
  const signer = { accessKeyId: 'LOCALKEY', secretAccessKey: 'a secret', region }
  const server = await startS3({ dataDir: ':memory:', port: 0, signer })
  const opened = await openBucket(server.origin, signer)
  return {
    ...opened,
    answers: (simulator) => [simulator],
    async close() {
      await opened.close()
      await server.close()
    },
  }
}

async function openOther(): Promise<S3UnderTest> {
  const [accessKeyId = '', secretAccessKey = ''] = S3_KEY.split(':')
  return { ...(await openBucket(S3_ENDPOINT, { accessKeyId, secretAccessKey })), answers: (...all) => all }
}

async function openBucket(origin: string, signer: { accessKeyId: string; secretAccessKey: string }) {
  const Bucket = `media-${randomUUID()}`
  const client = s3Client(origin, signer)
  const stranger = s3Client(origin, { ...signer, secretAccessKey: 'another secret' })
  await client.send(new CreateBucketCommand({ Bucket }))
  const rule = { AllowedOrigins: pageOrigins, AllowedMethods: ['GET', 'POST'], MaxAgeSeconds: 60 }
  await client
    .send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }))
    .catch((error: unknown) => {
      // MinIO has no CORS rules per bucket.
      if (!(error instanceof Error && error.name === 'NotImplemented')) throw error
    })
  const close = async () => {
    client.destroy()
    stranger.destroy()
  }
  return { origin, Bucket, client, credentials: signer, stranger, close }
}

export const s3Client = (endpoint: string, credentials: { accessKeyId: string; secretAccessKey: string }) =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials,
    // Don't let the SDK put a checksum into a presigned URL, because the body is not known yet when the URL is signed.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

/** Returns the status and the error code of a response, such as `403 AccessDenied`. */
export async function statusAndCodeOf(answer: Response): Promise<string> {
  return `${answer.status} ${/<Code>(.*)<\/Code>/.exec(await answer.text())?.[1]}`
}
