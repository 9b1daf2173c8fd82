import { setTimeout as wait } from 'node:timers/promises'
import { nobody } from '../data/accounts.ts'
import { inScope } from '../data/scope.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { authenticate } from './authenticate.ts'
import type { House } from './house.ts'

/** Lambda gives an init ten seconds: a service that hangs must not use them up. */
const limitMs = 2000

/**
 * Has the first call's slow beginnings done in the init, where Lambda gives whole processors: the signing secret is read, the
 * table's connections are open, the code of `rehearsal` has run. What fails here is tried again by the first call.
 */
export async function warmUp(house: House, rehearsal: (house: House) => Promise<unknown>): Promise<void> {
  const done = Promise.allSettled([inScope(() => rehearsal(house))])
  await Promise.race([done, wait(limitMs, undefined, { ref: false })])
}

/** What every signed-in call begins with, for a caller who is not there. */
export async function refuseNobody(house: House): Promise<unknown> {
  const subject = { tenantId: nobody, userId: nobody, sessionId: nobody }
  const token = await signAccessToken(house.keys, subject, house.now())
  return authenticate(house, `Bearer ${token}`, '')
}
