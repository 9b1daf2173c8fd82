import type * as proofs from '#shared/api/proofs.ts'
import type { Operation } from '../http/operation.ts'

/** In the hours of a deploy functions of both releases answer: the old key may seal until they are over. */
const overlapMs = 24 * 3_600_000

/** Every key by which a seal can be checked, the one that seals now first. */
export const listSealKeys: Operation<typeof proofs.listSealKeys> = async (_, { sealKeys }) => {
  const keys = await sealKeys.all()
  return keys.map(({ key_id, jwk, made_at }, i) => {
    const successor = keys[i - 1]
    return {
      key_id,
      jwk,
      since: made_at.toISOString(),
      until: successor ? new Date(successor.made_at.getTime() + overlapMs).toISOString() : null,
    }
  })
}
