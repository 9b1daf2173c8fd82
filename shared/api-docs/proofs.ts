import type * as proofs from '../api/proofs.ts'
import type { AreaDocs } from './call-docs.ts'

export const proofsDocs: AreaDocs<typeof proofs> = {
  readProof: {
    summary: 'Read the proof of a delivery',
    refusals: { 403: 'The caller neither manages deliveries nor is the driver of this one.' },
  },
  correctDelivery: {
    summary: 'Correct a delivered record',
    refusals: {
      409: 'The delivery is not `delivered`, or has been changed too many times.',
      422: '`value` is not valid for its `field`, is in the future, or equals the recorded value.',
    },
  },
  listCallBacks: {
    summary: 'List patients who are waiting for a call',
    refusals: { 422: '`cursor` belongs to another list or organization.' },
  },
  recordCallBack: {
    summary: 'Record a call to a patient',
    refusals: { 409: 'No one is waiting for this call.' },
  },
  readAuditRecords: {
    summary: 'Find the proofs for an audit',
    refusals: {
      422: 'Both `rx` and days were sent, or neither; the days are out of order, or more than 31; or `cursor` belongs to another request.',
    },
  },
  listSealKeys: {
    summary: 'List the keys that seal proofs',
    description:
      'The seal of a proof is an ECDSA signature (P-256, SHA-256, `r‖s` in base64url) over its first four members, serialized as defined by RFC 8785. `key_id` is the thumbprint of the key as defined by RFC 7638. Keys that are no longer used for sealing stay in the list.',
  },
}
