import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  GetSendQuotaCommand,
  SESClient,
  SESServiceException,
  SendEmailCommand,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startSes } from '../ses/start-ses.ts'

let ses: Awaited<ReturnType<typeof startSes>>
let client: SESClient

beforeAll(async () => {
  ses = await startSes({ dataDir: ':memory:', port: 0, identities: ['carelane.example', 'ops@pharmacy.example'] })
  const credentials = { accessKeyId: 'LOCAL', secretAccessKey: 'local' }
  client = new SESClient({ endpoint: ses.origin, region: 'us-east-1', credentials, maxAttempts: 1 })
})
afterAll(async () => {
  client.destroy()
  await ses.close()
})

/** Sends an email. Returns `sent`, or the error's name and message. */
async function send({
  from = 'no-reply@carelane.example',
  to = ['ada@example.com'],
}: {
  from?: string
  to?: string[]
}) {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })
  const command = new SendEmailCommand({
    Source: from,
    Destination: { ToAddresses: to },
    Message: { Subject: utf8('Zürich'), Body: { Text: utf8('Grüezi') } },
  })
  return client.send(command).then(
    () => 'sent',
    (error: unknown) => (error instanceof SESServiceException ? `${error.name}: ${error.message}` : String(error)),
  )
}

const store = z.object({ emails: z.array(z.object({ destination: z.object({ to: z.array(z.string()) }) })) })
const recipients = async () =>
  store.parse(await (await fetch(`${ses.origin}/store`)).json()).emails.flatMap(({ destination }) => destination.to)

test.each([
  'no-reply@carelane.example',
  'Carelane <no-reply@carelane.example>',
  'news@eu.carelane.example',
  'ops@pharmacy.example',
])('an email from %s is sent because its identity is verified', async (from) => {
  expect(await send({ from })).toBe('sent')
})

test.each(['no-reply@other.example', 'Carelane <sales@pharmacy.example>', 'x@notcarelane.example'])(
  'an email from %s is rejected because its identity is not verified',
  async (from) => {
    const address = from.replace(/^.*<(.*)>$/, '$1')
    expect(await send({ from })).toBe(
      `MessageRejected: Email address is not verified. The following identities failed the check in region US-EAST-1: ${address}`,
    )
  },
)

test.each(['ada@example.com', "o'neill+tag@example.co.uk", 'Ada <ada@example.com>', 'a_b@example.com', 'x@localhost'])(
  'an email to %s is accepted',
  async (address) => {
    expect(await send({ to: [address] })).toBe('sent')
    expect(await recipients()).toContain(address)
  },
)

test.each([
  ['a,b@example.com', 'Local address contains illegal character'],
  ['a;b@example.com', 'Local address contains illegal character'],
  ['<a@example.com>', 'Local address contains illegal character'],
  ['"a b"@example.com', 'Local address contains illegal character'],
  ['a@b@example.com', 'Local address contains illegal character'],
  ['a b@example.com', 'Local address contains control or whitespace'],
  ['jörg@example.com', 'Local address contains control or whitespace'],
  ['.a@example.com', 'Local address starts with dot'],
  ['a.@example.com', 'Local address ends with dot'],
  ['a..b@example.com', 'Local address contains dot-dot'],
  ['@example.com', 'Missing local name'],
  ['ada', "Missing final '@domain'"],
  ['ada@', 'Missing domain'],
  ['ada@exam_ple.com', 'Domain contains illegal character'],
  ['ada@exämple.com', 'Domain contains control or whitespace'],
  ['ada@example..com', 'Domain contains dot-dot'],
  ['ada@.example.com', 'Domain starts with dot'],
  ['ada@example.com.', 'Domain ends with dot'],
  ['', 'Empty address'],
])('an email to "%s" is rejected: %s', async (address, message) => {
  const before = await recipients()
  expect(await send({ to: ['ada@example.com', address] })).toBe(`InvalidParameterValue: ${message}`)
  expect(await recipients()).toEqual(before)
})

test('unsupported calls are rejected at once', async () => {
  const quota = client.send(new GetSendQuotaCommand({}))
  await expect(quota).rejects.toMatchObject({ name: 'InvalidAction' })
  const second = await fetch(`${ses.origin}/v2/email/outbound-emails`, { method: 'POST', body: '{}' })
  expect(second.status).toBe(400)
})

test('a raw email is shown with its unsubscribe headers', async () => {
  const lines = [
    'From: no-reply@carelane.example',
    'To: ada@example.com',
    'Subject: Raw',
    'List-Unsubscribe: <https://a.example>',
  ]
  const Data = Buffer.from([...lines, '', 'Hello'].join('\r\n'))
  const raw = { Source: 'no-reply@carelane.example', Destinations: ['ada@example.com'], RawMessage: { Data } }
  const { MessageId } = await client.send(new SendRawEmailCommand(raw))
  const { emails } = z
    .object({ emails: z.array(z.looseObject({ messageId: z.string() })) })
    .parse(await (await fetch(`${ses.origin}/store`)).json())
  expect(emails.find(({ messageId }) => messageId === MessageId)).toMatchObject({
    subject: 'Raw',
    headers: [{ name: 'List-Unsubscribe', value: '<https://a.example>' }],
  })
})

test('SES’s feedback about a returned email repeats the tags it was sent with', async () => {
  const events: object[] = []
  const onFeedback = async (event: object) => {
    events.push(event)
  }
  const own = await startSes({ dataDir: ':memory:', port: 0, identities: ['carelane.example'], onFeedback })
  const credentials = { accessKeyId: 'LOCAL', secretAccessKey: 'local' }
  const sender = new SESClient({ endpoint: own.origin, region: 'us-east-1', credentials, maxAttempts: 1 })
  const to = 'bounce@simulator.amazonses.com'
  const Data = Buffer.from(`From: no-reply@carelane.example\r\nTo: ${to}\r\nSubject: Raw\r\n\r\nHello`)
  const raw = { Source: 'no-reply@carelane.example', Destinations: [to], RawMessage: { Data } }
  await sender.send(new SendRawEmailCommand({ ...raw, Tags: [{ Name: 'campaign', Value: 'book' }] }))
  sender.destroy()
  await own.close()
  expect(events).toMatchObject([{ detail: { eventType: 'Bounce', mail: { tags: { campaign: ['book'] } } } }])
})

test('an email is listed and can be downloaded after a restart, until the mailbox is cleared', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ses-'))
  const start = () => startSes({ dataDir, port: 0, identities: ['carelane.example'] })
  const listed = z.object({ emails: z.array(z.object({ messageId: z.string(), at: z.number() })) })
  const mailsOf = async (origin: string, query = '') =>
    listed.parse(await (await fetch(`${origin}/store${query}`)).json()).emails
  const first = await start()
  const credentials = { accessKeyId: 'LOCAL', secretAccessKey: 'local' }
  const firstClient = new SESClient({ endpoint: first.origin, region: 'us-east-1', credentials })
  const { MessageId } = await firstClient.send(
    new SendEmailCommand({
      Source: 'no-reply@carelane.example',
      Destination: { ToAddresses: ['ada@example.com'] },
      Message: { Subject: { Data: 'Kept' }, Body: { Text: { Data: 'Hello' }, Html: { Data: '<b>Hello</b>' } } },
    }),
  )
  firstClient.destroy()
  await first.close()

  const second = await start()
  const [mail] = await mailsOf(second.origin)
  expect(mail?.messageId).toBe(MessageId)
  expect(await mailsOf(second.origin, `?since=${(mail?.at ?? 0) + 1}`)).toEqual([])
  const download = async () => (await fetch(`${second.origin}/get-emlContent?messageId=${MessageId}`)).json()
  const file = z.object({ fileName: z.string(), body: z.object({ data: z.array(z.number()) }) }).parse(await download())
  expect(file.fileName).toBe('Kept')
  const text = Buffer.from(file.body.data).toString()
  for (const part of ['To: ada@example.com', 'Subject: Kept', '<b>Hello</b>']) expect(text).toContain(part)

  await fetch(`${second.origin}/clear-store`, { method: 'POST' })
  expect(await mailsOf(second.origin)).toEqual([])
  expect(await download()).toEqual({ message: 'Email not found within the store' })
  await second.close()
  await rm(dataDir, { recursive: true })
})
