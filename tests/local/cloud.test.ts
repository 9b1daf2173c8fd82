import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type LocalAws, startLocalAws } from '#infra/local/local-aws.ts'

type Environment = LocalAws['environment']

const folders: string[] = []
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-cloud-'))
  folders.push(folder)
  return folder
}
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
})

/**
 * Returns the settings with which an SDK client reaches the local AWS: endpoint, region and credentials. Unlike the functions' own
 * clients, it has the SDK's defaults for everything else.
 */
function settings(environment: Environment, service: string) {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment
  return {
    endpoint: environment[`AWS_ENDPOINT_URL_${service}`] ?? '',
    region: environment.AWS_REGION ?? '',
    credentials: { accessKeyId, secretAccessKey },
  }
}

function sendMail(environment: Environment, subject: string) {
  return new SESClient(settings(environment, 'SES')).send(
    new SendEmailCommand({
      Source: environment.MAIL_SENDER,
      Destination: { ToAddresses: ['ada@example.com'] },
      Message: { Subject: { Data: subject }, Body: { Text: { Data: 'Follow the link' } } },
    }),
  )
}

const mailStore = z.object({
  emails: z.array(z.object({ subject: z.string(), destination: z.object({ to: z.array(z.string()) }) })),
})

async function mailbox({ mailOrigin }: LocalAws) {
  const { emails } = mailStore.parse(await (await fetch(`${mailOrigin}/store`)).json())
  return emails.map(({ subject, destination }) => `${destination.to}: ${subject}`)
}

async function secretOf(environment: Environment, SecretId = environment.SIGNING_SECRET_ID) {
  const client = new SecretsManagerClient(settings(environment, 'SECRETS_MANAGER'))
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }))
  return SecretString ?? ''
}

describe('the local cloud', () => {
  it('keeps items, objects, emails and the signing secret across a restart', async () => {
    const dataDir = await newFolder()
    const first = await startLocalAws({ dataDir })
    const { TABLE_NAME: TableName, MEDIA_BUCKET: Bucket } = first.environment
    const Key = { pk: { S: 'T#1' }, sk: { S: 'TENANT' } }
    await new DynamoDBClient(settings(first.environment, 'DYNAMODB')).send(new PutItemCommand({ TableName, Item: Key }))
    await new S3Client({ ...settings(first.environment, 'S3'), forcePathStyle: true }).send(
      new PutObjectCommand({ Bucket, Key: 'kept', Body: 'signature' }),
    )
    await sendMail(first.environment, 'One')
    await sendMail(first.environment, 'Two')
    const secret = await secretOf(first.environment)
    await first.close()

    const second = await startLocalAws({ dataDir })
    const dynamodb = new DynamoDBClient(settings(second.environment, 'DYNAMODB'))
    expect((await dynamodb.send(new GetItemCommand({ TableName, Key }))).Item).toEqual(Key)
    const s3 = new S3Client({ ...settings(second.environment, 'S3'), forcePathStyle: true })
    const object = await s3.send(new GetObjectCommand({ Bucket, Key: 'kept' }))
    expect(await object.Body?.transformToString()).toBe('signature')
    expect(await mailbox(second)).toEqual(['ada@example.com: One', 'ada@example.com: Two'])
    expect(await secretOf(second.environment)).toBe(secret)
    await second.close()
  })

  it('forgets emails that were cleared on the mailbox page', async () => {
    const dataDir = await newFolder()
    const first = await startLocalAws({ dataDir })
    await sendMail(first.environment, 'Old')
    await fetch(`${first.mailOrigin}/clear-store`, { method: 'POST' })
    await sendMail(first.environment, 'New')
    await first.close()
    const second = await startLocalAws({ dataDir })
    expect(await mailbox(second)).toEqual(['ada@example.com: New'])
    await second.close()
  })

  it('drops an email that a kill left half written, and no other', async () => {
    const dataDir = await newFolder()
    const first = await startLocalAws({ dataDir })
    await sendMail(first.environment, 'Whole')
    await first.close()
    await appendFile(join(dataDir, 'mails.jsonl'), '{"messageId":"ses-1","from":')
    const second = await startLocalAws({ dataDir })
    await sendMail(second.environment, 'Next')
    await second.close()
    const third = await startLocalAws({ dataDir })
    expect(await mailbox(third)).toEqual(['ada@example.com: Whole', 'ada@example.com: Next'])
    await third.close()
  })

  it('shows the mailbox page', async () => {
    const cloud = await startLocalAws({ dataDir: ':memory:' })
    const page = await fetch(cloud.mailOrigin)
    expect(page.headers.get('content-type')).toMatch('text/html')
    expect(await page.text()).toMatch('aws-ses-v2-local')
    await cloud.close()
  })

  it('creates its own secret for every new folder, readable only by its owner', async () => {
    const dataDir = await newFolder()
    const stored = await startLocalAws({ dataDir })
    const fleeting = await startLocalAws({ dataDir: ':memory:' })
    const [one, other] = await Promise.all([secretOf(stored.environment), secretOf(fleeting.environment)])
    const { current, ...keys }: Record<string, string> = JSON.parse(one)
    expect(keys[current ?? '']).toMatch(/^[0-9a-f]{64}$/)
    expect(one).not.toBe(other)
    expect((await stat(join(dataDir, 'signing-secret.json'))).mode & 0o777).toBe(0o600)
    await Promise.all([stored.close(), fleeting.close()])
  })

  it('has no other secret', async () => {
    const cloud = await startLocalAws({ dataDir: ':memory:' })
    const call = secretOf(cloud.environment, 'carelane/other')
    await expect(call).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    await cloud.close()
  })

  it('reports to a second Carelane that the folder is in use', async () => {
    const dataDir = await newFolder()
    const first = await startLocalAws({ dataDir })
    await expect(startLocalAws({ dataDir })).rejects.toThrow(/in use by another process/)
    await first.close()
  })
})
