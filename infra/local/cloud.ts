import { randomBytes } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { startDynamodb } from '#infra/simulators/dynamodb/start-dynamodb.ts'
import { startS3 } from '#infra/simulators/s3/start-s3.ts'
import { startSecrets } from '#infra/simulators/secrets/start-secrets.ts'
import { type SesOptions, startSes } from '#infra/simulators/ses/start-ses.ts'
import { createTable } from './create-table.ts'
import { signingSecret } from './signing-secret.ts'

interface Options {
  /** An existing folder, or ':memory:', which keeps nothing. */
  dataDir: string
  /** 0, the default of both ports, takes any free one. */
  mailPort?: number
  s3Port?: number
  /** Where the app will be found: links in mails lead there, and its pages may post to S3. */
  appOrigin?: string
  /** The function that hears what SES says of sent mails. */
  onMailFeedback?: SesOptions['onFeedback']
  /** Empty: no sign-in with Google. */
  google?: { clientId: string; issuer: string; jwksUrl: string }
}

export interface Cloud {
  /** What the functions read, theirs and the SDK's. */
  environment: Record<string, string>
  /** The mailbox page. */
  mailOrigin: string
  /** What presigned addresses start with. */
  mediaOrigin: string
  /** What CloudFront shows the gateway. */
  edgeSecret: string
  close(): Promise<void>
}

const region = 'us-east-1'
const table = 'carelane'
const bucket = 'carelane-media'
const secretId = 'carelane/signing'
const edgeSecretId = 'carelane/edge'
const noGoogle = { clientId: '', issuer: '', jwksUrl: '' }

/** The local stand-ins of every AWS service that the functions use, ready for their first call. */
export async function startCloud({
  dataDir,
  mailPort = 0,
  s3Port = 0,
  appOrigin = 'http://localhost:3000',
  google = noGoogle,
  onMailFeedback,
}: Options): Promise<Cloud> {
  // Nobody else needs to sign: a new pair for every start.
  const credentials = { accessKeyId: 'LOCALCARELANE', secretAccessKey: randomBytes(24).toString('base64url') }
  const edgeSecret = randomBytes(24).toString('base64url')
  const started: { close(): Promise<void> }[] = []
  const close = async () => {
    await Promise.all(started.map((service) => service.close()))
  }
  async function opened<T extends { close(): Promise<void> }>(service: Promise<T>): Promise<T> {
    const running = await service
    started.push(running)
    return running
  }

  try {
    // First, because it holds the lock of the data folder.
    const dynamodb = await opened(startDynamodb({ dataDir: dataDir === ':memory:' ? dataDir : `${dataDir}/dynamodb` }))
    const signer = { ...credentials, region }
    const s3 = await opened(startS3({ dataDir, port: s3Port, bucket, signer, origins: loopbackOrigins(appOrigin) }))
    const mail = await opened(startSes({ dataDir, port: mailPort, onFeedback: onMailFeedback }))
    const secrets = await opened(startSecrets({ [secretId]: signingSecret(dataDir), [edgeSecretId]: edgeSecret }))
    const client = new DynamoDBClient({ endpoint: dynamodb.endpoint, region, credentials })
    await createTable(client, table).finally(() => client.destroy())
    return {
      environment: {
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
        AWS_ENDPOINT_URL_S3: s3.origin,
        AWS_ENDPOINT_URL_SES: mail.origin,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.origin,
        TABLE_NAME: table,
        MEDIA_BUCKET: bucket,
        S3_PATH_STYLE: 'true',
        SIGNING_SECRET_ID: secretId,
        MAIL_SENDER: 'no-reply@carelane.example',
        APP_ORIGIN: appOrigin,
        EDGE_SECRET_IDS: edgeSecretId,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_ISSUER: google.issuer,
        GOOGLE_JWKS_URL: google.jwksUrl,
      },
      mailOrigin: mail.origin,
      mediaOrigin: s3.origin,
      edgeSecret,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The app's origin under both names of this machine. */
function loopbackOrigins(appOrigin: string): string[] {
  const { protocol, port } = new URL(appOrigin)
  const end = port === '' ? '' : `:${port}`
  return [...new Set([appOrigin, `${protocol}//localhost${end}`, `${protocol}//127.0.0.1${end}`])]
}
