import { createHash } from 'node:crypto'
import { type AccessPattern, flatKind, keyAt } from '../key.ts'

/** The reason why mails to an address are stopped: one bounced, or the reader reported one as unwanted. */
export type MailProblem = 'bounce' | 'complaint'

/** The reason why text messages to a number are no longer sent: its owner texted STOP, or messages cannot reach it. */
export type PhoneProblem = 'opted_out' | 'unreachable'

/**
 * An e-mail address or phone number to which nothing is sent until this item expires. A complaint does not stop the mails that the
 * owner's own account needs. The item's key contains only a hash of the address or number.
 */
export interface UndeliverableAddress {
  reason: MailProblem | PhoneProblem
  since: string
  expires_at_seconds: number
}

const undeliverableAddressKind = flatKind<UndeliverableAddress>('undeliverable address')

export const undeliverableAddressKeys = {
  /**
   * The hash is in hexadecimal, so that an operator can compute it with `sha256sum`. With `tenantId`, the item stops only the
   * messages of this organisation.
   */
  undeliverableAddress: (address: string, tenantId?: string) =>
    keyAt<UndeliverableAddress>(
      undeliverableAddressKind,
      'MAIL#DEAD',
      createHash('sha256')
        .update(tenantId === undefined ? address : `${tenantId} ${address}`)
        .digest('hex'),
    ),
}

export const undeliverableAddressAccessPatterns = (): AccessPattern[] => [
  {
    question: 'does email to this address bounce, or are texts to this number refused',
    example: undeliverableAddressKeys.undeliverableAddress('a@b.example'),
  },
]
