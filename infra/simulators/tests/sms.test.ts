import {
  PinpointSMSVoiceV2Client,
  PutOptedOutNumberCommand,
  SendTextMessageCommand,
  SendVoiceMessageCommand,
} from '@aws-sdk/client-pinpoint-sms-voice-v2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LoopbackServer } from '../loopback-server.ts'
import { type SentTextMessage, startSms } from '../sms/start-sms.ts'

const [from, to] = ['+18005550100', '+15550100142']
const sent: SentTextMessage[] = []
let server: LoopbackServer
let client: PinpointSMSVoiceV2Client
beforeAll(async () => {
  server = await startSms({ identities: [from], onText: (message) => sent.push(message) })
  const credentials = { accessKeyId: 'LOCALKEY', secretAccessKey: 'a secret' }
  client = new PinpointSMSVoiceV2Client({ endpoint: server.origin, region: 'us-east-1', credentials })
})
afterAll(async () => {
  client.destroy()
  await server.close()
})

const send = (fields: { to?: string; from?: string; body?: string }) =>
  client.send(
    new SendTextMessageCommand({
      DestinationPhoneNumber: fields.to ?? to,
      OriginationIdentity: fields.from ?? from,
      MessageBody: fields.body ?? 'Hello',
      MessageType: 'TRANSACTIONAL',
    }),
  )

it('a message is sent with its own ID', async () => {
  const [one, two] = [await send({}), await send({ body: 'Second' })]
  expect(one.MessageId).not.toBe(two.MessageId)
  expect(sent).toEqual([
    { from, to, body: 'Hello' },
    { from, to, body: 'Second' },
  ])
})

it.each([
  [{ to: '5550100142' }, 'ValidationException', { Fields: [{ Name: 'DestinationPhoneNumber' }] }],
  [{ to: '+0550100142' }, 'ValidationException', { Fields: [{ Name: 'DestinationPhoneNumber' }] }],
  [{ body: '' }, 'ValidationException', { Fields: [{ Name: 'MessageBody' }] }],
  [{ body: 'x'.repeat(1601) }, 'ValidationException', { Fields: [{ Name: 'MessageBody' }] }],
  [{ from: '+18005550199' }, 'ResourceNotFoundException', {}],
])('%o is rejected and not sent', async (fields, name, more) => {
  const before = sent.length
  await expect(send(fields)).rejects.toMatchObject({ name, ...more })
  expect(sent).toHaveLength(before)
})

it('a number that opted out gets no more messages, but others do', async () => {
  const OptedOutNumber = '+15550100143'
  await client.send(new PutOptedOutNumberCommand({ OptOutListName: 'Default', OptedOutNumber }))
  const refused = { name: 'ConflictException', Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' }
  await expect(send({ to: OptedOutNumber })).rejects.toMatchObject(refused)
  await send({ to: '+15550100144' })
  expect(sent.filter(({ to: number }) => number === OptedOutNumber)).toEqual([])
})

it('unsupported calls are rejected by name', async () => {
  const call = new SendVoiceMessageCommand({ DestinationPhoneNumber: to, OriginationIdentity: from })
  await expect(client.send(call)).rejects.toMatchObject({ Reason: 'UNKNOWN_OPERATION' })
})
