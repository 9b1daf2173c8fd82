import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { type OnPut, startDynamodb } from '@carelane/simulators/dynamodb'
import { type KmsKey, newKmsKey, startKms } from '@carelane/simulators/kms'
import { startParameters } from '@carelane/simulators/parameters'
import { startS3 } from '@carelane/simulators/s3'
import { startSecretsManager } from '@carelane/simulators/secrets'
import { type SesOptions, startSes } from '@carelane/simulators/ses'
import { startSms } from '@carelane/simulators/sms'
import { startStepFunctions } from '@carelane/simulators/step-functions'
import { writeWholeFile } from '@carelane/simulators/write-whole-file'
import * as z from 'zod/mini'
import { areaNeeds } from '../area-needs.ts'
import { type AwsCredentials, awaitEngine, type ReplacementEngines } from './engines.ts'
import { ensureCurrentTable, prepareBucket } from './prepare-storage.ts'

interface Options {
  /** An existing folder, or ':memory:' for data that disappears with the process. */
  dataDir: string
  /** `mailPort` and `s3Port` are 0 by default, which means any free port. */
  mailPort?: number
  s3Port?: number
  /** The origin of the app: links in mails lead there, and its pages may post to S3. */
  appOrigin?: string
  /** Engines that run instead of the simulators. */
  engines?: ReplacementEngines
  mailSender?: string | undefined
  /**
   * The number that text messages come from. The page of the SES simulator shows the messages. Without a number or without this
   * simulator, none are sent.
   */
  smsIdentity?: string
  /** The table's name starts with this; the rest is a hash of the table's design. */
  product?: string
  bucket?: string
  /**
   * Called when an item for the worker is put or updated. On AWS, the table's stream calls the worker, but only for a new item. An
   * engine that replaces the simulator does not call `onWork`.
   */
  onWork?: (partition: string) => void
  /** Called when the product starts an execution of a state machine, with the execution's input. */
  onExecution?: (input: unknown) => void
  /** Receives the events of bounces and complaints. */
  onMailFeedback?: SesOptions['onFeedback']
  /** Carries out an operator's command. */
  onOperate?: SesOptions['onOperate']
  /** Without a client id no one can sign in with Google. */
  google?: { clientId: string; issuer: string; jwksUrl: string }
}

export interface LocalAws {
  /** The environment variables of the functions and of the SDK. */
  environment: Record<string, string>
  /** The address of SES, at which its simulator also serves the mailbox page. */
  mailOrigin: string
  /** The origin of presigned URLs. */
  mediaOrigin: string
  /** The secret that CloudFront sends to the gateway. */
  edgeSecret: string
  close(): Promise<void>
}

const secretId = 'carelane/signing'
const edgeSecretId = 'carelane/edge'

/**
 * Starts a simulator of each AWS service that the functions call, unless an engine replaces it; that of text messages only with
 * `smsIdentity`. Creates the table and the bucket if they are missing.
 */
export async function startLocalAws({ engines = {}, ...options }: Options): Promise<LocalAws> {
  const { appOrigin = 'http://localhost:3000', mailSender = 'no-reply@carelane.example', google } = options
  const { product = 'carelane', bucket = 'carelane-media', smsIdentity = '' } = options
  const { region = 'us-east-1', credentials = newCredentials() } = engines
  const access = { ...credentials, region }
  const edgeSecret = randomBytes(24).toString('base64url')
  const services = await startServices({ ...options, mailSender, engines, access, edgeSecret })
  const table = await makeReady(services, engines, { access, appOrigin, product, bucket }).catch(async (error) => {
    await services.close()
    throw error
  })
  return {
    environment: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...(credentials.sessionToken && { AWS_SESSION_TOKEN: credentials.sessionToken }),
      AWS_ENDPOINT_URL_DYNAMODB: services.dynamodb,
      AWS_ENDPOINT_URL_S3: services.s3,
      AWS_ENDPOINT_URL_SES: services.ses,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: services.secrets,
      AWS_ENDPOINT_URL_KMS: services.kms,
      AWS_ENDPOINT_URL_SFN: services.stepFunctions,
      AWS_ENDPOINT_URL_SSM: services.parameters,
      TABLE_NAME: table,
      TABLE_PARAMETER: '/carelane/local/table',
      MEDIA_BUCKET: bucket,
      // The simulator of S3 has one bucket. On AWS, the copies of events have a bucket of their own.
      EVENT_COPIES_BUCKET: bucket,
      S3_PATH_STYLE: 'true',
      SIGNING_SECRET_ID: secretId,
      EXPORT_MACHINE_ARN: `arn:aws:states:${region}:000000000000:stateMachine:carelane-local-exports`,
      SEAL_KEY_IDS: services.sealKeyIds.join(),
      MAIL_SENDER: mailSender,
      ...(services.sms && { AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: services.sms, SMS_IDENTITY: smsIdentity }),
      APP_ORIGIN: appOrigin,
      SUPPORT_ADDRESS: 'support@carelane.example',
      EDGE_SECRET_IDS: edgeSecretId,
      GOOGLE_CLIENT_ID: google?.clientId ?? '',
      GOOGLE_ISSUER: google?.issuer ?? '',
      GOOGLE_JWKS_URL: google?.jwksUrl ?? '',
    },
    mailOrigin: new URL(services.ses).origin,
    mediaOrigin: new URL(services.s3).origin,
    edgeSecret,
    close: services.close,
  }
}

/** Made-up credentials suffice, because only this process signs requests. */
const newCredentials = (): AwsCredentials => ({
  accessKeyId: 'LOCALCARELANE',
  secretAccessKey: randomBytes(24).toString('base64url'),
})

type Access = AwsCredentials & { region: string }

/** The running services. Each has its address here. */
interface Services {
  dynamodb: string
  s3: string
  ses: string
  sms: string | undefined
  secrets: string
  kms: string
  stepFunctions: string
  parameters: string
  /** The first key seals; the others only verify. */
  sealKeyIds: readonly string[]
  /** Closes the services that are simulators. */
  close(): Promise<void>
}

async function startServices(
  options: Options & { engines: ReplacementEngines; mailSender: string; access: Access; edgeSecret: string },
): Promise<Services> {
  const { dataDir, mailPort = 0, s3Port = 0, engines, mailSender, access, edgeSecret, onMailFeedback } = options
  const { smsIdentity, onOperate } = options
  const started: { close(): Promise<void> }[] = []
  async function opened<T extends { close(): Promise<void> }>(service: Promise<T>): Promise<T> {
    const running = await service
    started.push(running)
    return running
  }
  const close = async () => {
    await Promise.all(started.map((service) => service.close()))
  }
  const onPut: OnPut = ({ pk }) => {
    const partition = pk?.S ?? ''
    if (areaNeeds.workers.wokenBy?.some((start) => partition.startsWith(start))) options.onWork?.(partition)
  }
  const tableDir = dataDir === ':memory:' ? dataDir : `${dataDir}/dynamodb`
  const keys = sealKeys(dataDir)
  const mails = { dataDir, port: mailPort, identities: [mailSender], onFeedback: onMailFeedback, onOperate }
  try {
    // DynamoDB starts first, because its lock shows whether another process uses the data folder.
    const dynamodb = engines.dynamodb ?? (await opened(startDynamodb({ dataDir: tableDir, onPut }))).endpoint
    const s3 = engines.s3 ?? (await opened(startS3({ dataDir, port: s3Port, signer: access }))).origin
    const ses = engines.ses ? { origin: engines.ses } : await opened(startSes(mails))
    const sms = 'showText' in ses && smsIdentity ? { identities: [smsIdentity], onText: ses.showText } : undefined
    return {
      dynamodb,
      s3,
      ses: ses.origin,
      sms: sms && (await opened(startSms(sms))).origin,
      secrets: (await opened(startSecretsManager({ [secretId]: signingSecret(dataDir), [edgeSecretId]: edgeSecret })))
        .origin,
      kms: (await opened(startKms(keys))).origin,
      parameters: (await opened(startParameters())).origin,
      stepFunctions: (await opened(startStepFunctions(({ input }) => options.onExecution?.(input)))).origin,
      sealKeyIds: keys.map(({ id }) => id),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Creates the table and the bucket if they are missing, moves items from tables of earlier designs, and sets the bucket's CORS
 * rule. Returns the table's name.
 */
async function makeReady(
  services: Services,
  engines: ReplacementEngines,
  { access, appOrigin, product, bucket }: { access: Access; appOrigin: string; product: string; bucket: string },
): Promise<string> {
  const { region, ...credentials } = access
  const dynamodb = new DynamoDBClient({ endpoint: services.dynamodb, region, credentials })
  const s3 = new S3Client({ endpoint: services.s3, region, credentials, forcePathStyle: true })
  try {
    const table = await awaitEngine('DynamoDB', engines.dynamodb, ensureCurrentTable(dynamodb, product))
    await awaitEngine('S3', engines.s3, prepareBucket(s3, bucket, loopbackOrigins(appOrigin)))
    return table
  } finally {
    dynamodb.destroy()
    s3.destroy()
  }
}

/** Returns the app's origin, and the same origin under each loopback name: `localhost` and `127.0.0.1`. */
function loopbackOrigins(appOrigin: string): string[] {
  const { protocol, port } = new URL(appOrigin)
  const end = port === '' ? '' : `:${port}`
  return [...new Set([appOrigin, `${protocol}//localhost${end}`, `${protocol}//127.0.0.1${end}`])]
}

/** Returns the secret that signs sessions, links and cursors, as JSON in the same form as on AWS. */
const signingSecret = (dataDir: string): string => readOrMake(dataDir, 'signing-secret.json', newSecret)

const storedKeys = z.array(z.object({ id: z.string(), pem: z.string(), created_at: z.number() }))

/** Returns the keys that seal proofs. To rotate them, someone adds a key in front of the first. */
const sealKeys = (dataDir: string): KmsKey[] =>
  storedKeys.parse(JSON.parse(readOrMake(dataDir, 'seal-keys.json', () => JSON.stringify([newKmsKey()]))))

/**
 * Reads a file of the data folder. The first start makes its content with `make`. With `:memory:`, only returns what `make` makes.
 */
function readOrMake(dataDir: string, file: string, make: () => string): string {
  if (dataDir === ':memory:') return make()
  const path = join(dataDir, file)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const made = make()
  writeWholeFile(path, made)
  return made
}

function newSecret(): string {
  const kid = randomUUID()
  return JSON.stringify({ current: kid, [kid]: randomBytes(32).toString('hex') })
}
