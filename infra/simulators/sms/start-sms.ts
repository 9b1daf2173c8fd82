import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { type LoopbackServer, serveLoopback } from '../loopback-server.ts'

/** A text message that was accepted. */
export interface SentTextMessage {
  from: string
  to: string
  body: string
}

interface SmsOptions {
  /** The identities of the account from which messages can be sent, such as phone numbers. */
  identities: readonly string[]
  /** Receives each message before the call that sent it gets its response. */
  onText: (message: SentTextMessage) => void
}

const sendRequest = z.object({
  DestinationPhoneNumber: z.string(),
  OriginationIdentity: z.string(),
  MessageBody: z.string(),
  MessageType: z.enum(['TRANSACTIONAL', 'PROMOTIONAL']),
})

const optOutRequest = z.object({ OptOutListName: z.literal('Default'), OptedOutNumber: z.string() })

const e164 = /^\+[1-9]\d{6,14}$/

/** The largest number of characters in a message. */
const longestBody = 1600

type Answer = [status: number, content: object]

const refusal = (type: string, Reason: string, Message: string, more: object = {}): Answer => [
  400,
  { __type: type, Reason, Message, ...more },
]

const invalid = (Name: string, message: string) =>
  refusal('ValidationException', 'INVALID_PARAMETER', message, { Fields: [{ Name, Message: message }] })

/**
 * Starts a server with SendTextMessage of AWS End User Messaging, in the AWS JSON 1.0 protocol, on a free port. It also knows
 * PutOptedOutNumber, which has the effect of a recipient's STOP.
 */
export async function startSms({ identities, onText }: SmsOptions): Promise<LoopbackServer> {
  const optedOut = new Set<string>()

  const calls: Readonly<Record<string, (body: unknown) => Answer>> = {
    SendTextMessage(body) {
      const { DestinationPhoneNumber: to, OriginationIdentity: from, MessageBody } = sendRequest.parse(body)
      if (!e164.test(to)) return invalid('DestinationPhoneNumber', 'The destination phone number is not valid')
      if (MessageBody.length === 0 || MessageBody.length > longestBody)
        return invalid('MessageBody', `A message has 1 to ${longestBody} characters`)
      if (!identities.includes(from))
        return [
          400,
          { __type: 'ResourceNotFoundException', Message: 'Resource not found', ResourceType: 'phone-number' },
        ]
      if (optedOut.has(to))
        return refusal('ConflictException', 'DESTINATION_PHONE_NUMBER_OPTED_OUT', 'The number is opted out')
      onText({ from, to, body: MessageBody })
      return [200, { MessageId: randomUUID() }]
    },
    PutOptedOutNumber(body) {
      const { OptOutListName, OptedOutNumber } = optOutRequest.parse(body)
      optedOut.add(OptedOutNumber)
      return [200, { OptOutListName, OptedOutNumber, OptedOutTimestamp: Date.now() / 1000, EndUserOptedOut: false }]
    },
  }

  return serveLoopback(async (request, response) => {
    const body = await text(request)
    const target = String(request.headers['x-amz-target'])
    const call = calls[target.replace('PinpointSMSVoiceV2.', '')]
    const [status, content] = call
      ? call(JSON.parse(body))
      : refusal('ValidationException', 'UNKNOWN_OPERATION', `The simulator does not know ${target}`)
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(content))
  }, 0)
}
