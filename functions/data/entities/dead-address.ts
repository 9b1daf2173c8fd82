import { createHash } from 'node:crypto'
import { flatKind, keyAt, type Question } from '../key.ts'

/** Why mail to an address is of no use. */
export type MailProblem = 'bounce' | 'complaint'

/** Why a text message to a number is of no use: its owner texted STOP, or no message can reach it. */
export type NumberProblem = 'opted_out' | 'unreachable'

/** An e-mail address or a phone number that gets no messages until then. The item contains neither. */
export interface DeadAddress {
  reason: MailProblem | NumberProblem
  since: string
  expires_at_seconds: number
}

const deadAddressKind = flatKind<DeadAddress>('dead address')

export const deadAddressKeys = {
  /** In hexadecimal, as an operator gets it from `sha256sum`. */
  deadAddress: (address: string) =>
    keyAt<DeadAddress>(deadAddressKind, 'MAIL#DEAD', createHash('sha256').update(address).digest('hex')),
}

export const deadAddressQuestions = (): Question[] => [
  {
    question: 'does mail to this address come back, or are texts to this number refused',
    example: deadAddressKeys.deadAddress('a@b.example'),
  },
]
