import type * as proofs from '../api/proofs.ts'
import type { AreaDocs } from './call-docs.ts'

const newSealsRefusal =
  'The organization’s new seals of the day are used up; `Retry-After` says when there are more. Proofs that already have a seal can still be read.'

export const proofsDocs: AreaDocs<typeof proofs> = {
  readProof: {
    summary: 'Read the proof of a delivery',
    refusals: {
      403: 'The caller neither manages deliveries nor is the driver of this one.',
      429: newSealsRefusal,
    },
  },
  correctDelivery: {
    summary: 'Correct a delivered record',
    refusals: {
      409: 'The delivery is not `delivered`, or has been changed too many times.',
      422: '`value` is not valid for its `field`, is in the future, or equals the recorded value.',
    },
  },
  declareMistake: {
    summary: 'Mark a completion as recorded by mistake',
    description:
      'Declares that the completion was recorded for the wrong delivery. The record stays with its signature and is marked with the reason everywhere. It no longer counts money. Repeating the call changes nothing.',
    refusals: { 409: 'The delivery is not `delivered`.', 422: 'The reason is missing.' },
  },
  planAgain: {
    summary: 'Plan a delivery again',
    description:
      'Creates the delivery anew after its completion was recorded by mistake: for its day or, if that has passed, for today, without a pharmacist. The new delivery has `again_of`, the old one `planned_again_as`.',
    refusals: {
      409: 'The delivery was not recorded by mistake, or was already planned again.',
      422: 'The patient was deleted, or the time range is no longer offered.',
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
    description:
      'Returns a record for each prescription. `found` counts the deliveries that were received. `deliveries` has their proofs, and those of completions that were recorded by mistake. `undelivered` names the open, failed and cancelled deliveries.',
    refusals: {
      429: newSealsRefusal,
      422: 'Both `rx` and days were sent, or neither; the days are out of order, or more than 31; or `cursor` belongs to another request.',
    },
  },
  listSealKeys: {
    summary: 'List the keys that seal proofs',
    description:
      'The seal of a proof is an ECDSA signature (P-256, SHA-256, `r‖s` in base64url) over all its members except `key_id` and `signature`, serialized as defined by RFC 8785. `rx` has the hash of each of the delivery’s prescriptions: SHA-256 of `{salt, rx_number, rx_date, fill_date, fill_number}`, serialized in the same way. `key_id` is the thumbprint of the key as defined by RFC 7638. Keys that are no longer used for sealing stay in the list.',
  },
}
