import type * as proofs from '../api/proofs.ts'
import type { WordsFor } from './words.ts'

export const proofsWords: WordsFor<typeof proofs> = {
  readProof: {
    summary: 'Read the proof of a delivery',
    refusals: { 403: 'The caller neither manages deliveries nor is the person of this one.' },
  },
  correctDelivery: {
    summary: 'Correct what was signed',
    refusals: {
      409: 'The delivery is not delivered, or has too many changes.',
      422: '`value` breaks the rule of its `field`, lies in the future, or is what the record says already.',
    },
  },
  listCallBacks: {
    summary: 'List patients who wait for a call',
    refusals: { 422: '`cursor` is of another list or organisation.' },
  },
  recordCallBack: {
    summary: 'Record a call to a patient',
    refusals: { 409: 'Nobody waits for this call.' },
  },
  readRecords: {
    summary: 'Find the proofs that an auditor asks for',
    refusals: {
      422: 'Both `rx` and days are sent, or neither; or the days are out of order, or more than 31; `cursor` is of another request.',
    },
  },
  listSealKeys: {
    summary: 'List the keys that seal proofs',
    description:
      'The seal of a proof is an ECDSA signature (P-256, SHA-256, `r‖s` in base64url) over its first four members as RFC 8785 writes them. `key_id` is the thumbprint of the key, by RFC 7638. Keys that seal no more stay in the list.',
  },
}
