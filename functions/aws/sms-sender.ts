import type { PhoneProblem } from '../data/entities/undeliverable-address.ts'

interface TextMessage {
  /** The phone number in E.164, such as `+15550100142`. */
  to: string
  text: string
}

export interface SmsSender {
  /**
   * Sends a message. Resolves with undefined once AWS has accepted it, or with the reason for which this number gets no messages.
   * Throws for every other failure, because that may be temporary.
   */
  send(message: TextMessage): Promise<PhoneProblem | undefined>
}

/**
 * How many milliseconds to wait for AWS. This is long, because a message whose response is missed is never sent again, and because
 * no one waits for the worker.
 */
const sendLimitMs = 5000

/**
 * How many seconds a message is valid. If no carrier has accepted it after this time, AWS drops it, because its text may no longer
 * be true.
 */
const validSeconds = 3600

/** The reasons for which AWS sends nothing to a number, whatever the message says. */
const unreachable: readonly (string | undefined)[] = [
  'COUNTRY_NOT_ENABLED',
  'DESTINATION_COUNTRY_BLOCKED',
  'DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION',
  'DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE',
  'INTERNATIONAL_SENDING_NOT_SUPPORTED',
  'INVALID_IDENTITY_FOR_DESTINATION_COUNTRY',
]

/**
 * Sends text messages from an origination identity of AWS End User Messaging: a pool or a phone number. `countryRules` is the ID of
 * the protect configuration whose rules AWS applies to them. A laptop has none.
 */
export function openSmsSender(identity: string, countryRules?: string): SmsSender {
  async function connect() {
    const sdk = await import('./sms-sdk.ts')
    // Make only one attempt, because the worker sends a message again if AWS has refused it.
    return { sdk, client: new sdk.PinpointSMSVoiceV2Client({ maxAttempts: 1 }) }
  }
  let connected: ReturnType<typeof connect> | undefined

  return {
    async send({ to, text }) {
      connected ??= connect()
      const { sdk, client } = await connected
      const command = new sdk.SendTextMessageCommand({
        DestinationPhoneNumber: to,
        OriginationIdentity: identity,
        ...(countryRules && { ProtectConfigurationId: countryRules }),
        MessageBody: text,
        MessageType: 'TRANSACTIONAL',
        TimeToLive: validSeconds,
      })
      try {
        await client.send(command, { abortSignal: AbortSignal.timeout(sendLimitMs) })
        return undefined
      } catch (error) {
        if (!(error instanceof sdk.ConflictException || error instanceof sdk.ValidationException)) throw error
        if (error.Reason === 'DESTINATION_PHONE_NUMBER_OPTED_OUT') return 'opted_out'
        const fields = 'Fields' in error ? (error.Fields ?? []) : []
        if (unreachable.includes(error.Reason) || fields.some(({ Name }) => Name === 'DestinationPhoneNumber'))
          return 'unreachable'
        throw error
      }
    },
  }
}
