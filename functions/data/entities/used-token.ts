import { flatKind, keyAt, type Question } from '../key.ts'
import { hashOf } from './hash-of.ts'

/** An ID token from Google that was used. */
interface UsedToken {
  expires_at_seconds: number
}

const usedTokenKind = flatKind<UsedToken>('used token')

export const usedTokenKeys = {
  /** Only the part that the signature covers is hashed, because the signature itself can be spelled in several ways. */
  usedToken: (token: string) =>
    keyAt<UsedToken>(usedTokenKind, `USED#${hashOf(token.slice(0, token.lastIndexOf('.')))}`, 'USED'),
}

export const usedTokenQuestions = (): Question[] => [
  { question: 'was this ID token taken before', example: usedTokenKeys.usedToken('token') },
]
