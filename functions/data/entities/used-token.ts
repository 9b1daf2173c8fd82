import { type AccessPattern, flatKind, keyAt } from '../key.ts'
import { hashForKey } from './hash-of.ts'

/**
 * Marks a token that works only once as used: an ID token from Google, a passkey challenge, or the token of a second step or of a
 * link `This wasn’t me`.
 */
interface UsedToken {
  expires_at_seconds: number
}

const usedTokenKind = flatKind<UsedToken>('used token')

export const usedTokenKeys = {
  /** Only the part of the token that the signature covers is hashed, because the same signature can be encoded in several ways. */
  usedToken: (token: string) =>
    keyAt<UsedToken>(usedTokenKind, `USED#${hashForKey(token.slice(0, token.lastIndexOf('.')))}`, 'USED'),
}

export const usedTokenAccessPatterns = (): AccessPattern[] => [
  { question: 'was this ID token used before', example: usedTokenKeys.usedToken('token') },
]
