import type * as proofs from '#shared/api/proofs.ts'
import type { Operation } from '../http/operation.ts'

/**
 * How long an old key may still seal proofs after its successor was made, in milliseconds. During a deployment both releases serve
 * requests.
 */
const overlapMs = 24 * 3_600_000

/** Lists every key that can verify a seal, starting with the current signing key. */
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
