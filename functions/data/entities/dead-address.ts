import { createHash } from 'node:crypto'
import { at, flat, type Question } from '../key.ts'

/** An address that gets no mail until then. The item does not contain the address itself. */
export interface DeadAddress {
  reason: 'bounce' | 'complaint'
  since: string
  expires_at_seconds: number
}

const deadAddressKind = flat<DeadAddress>('dead address')

export const deadAddressKeys = {
  /** In hexadecimal, as an operator gets it from `sha256sum`. */
  deadAddress: (address: string) =>
    at<DeadAddress>(deadAddressKind, 'MAIL#DEAD', createHash('sha256').update(address).digest('hex')),
}

export const deadAddressQuestions = (): Question[] => [
  { question: 'does mail to this address come back', example: deadAddressKeys.deadAddress('a@b.example') },
]
