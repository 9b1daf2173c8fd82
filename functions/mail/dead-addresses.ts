import type { DeadAddress } from '../data/entities/dead-address.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put } from '../data/writes.ts'
import type { Services } from '../http/services.ts'

/**
 * For half a year: a mailbox that comes to life is not shut out for ever, and a dead one that is tried twice a year costs the
 * sender's reputation nothing. What bounces then is dead for another half year.
 */
const deadSeconds = 183 * 86_400

/**
 * Mail to these addresses came back for good, or was called unwanted, at `since`. A complaint does not take the place of a bounce, which
 * says more. Repeatable.
 */
export async function markDead(
  { table }: Services,
  addresses: readonly string[],
  { reason, since }: Pick<DeadAddress, 'reason' | 'since'>,
): Promise<void> {
  const expires_at_seconds = Math.floor(Date.parse(since) / 1000) + deadSeconds
  const dead = { reason, since, expires_at_seconds }
  const guard =
    reason === 'bounce' ? {} : ({ absentOr: { where: { reason: 'complaint' } }, refused: () => undefined } as const)
  for (const address of addresses) await table.write(put(unscopedKeys.deadAddress(address), dead, guard))
}

/** Why an address gets no mail; undefined when it does. */
async function findDead({ table, now }: Services, address: string): Promise<DeadAddress | undefined> {
  const dead = await table.get(unscopedKeys.deadAddress(address))
  return dead && dead.expires_at_seconds * 1000 > now().getTime() ? dead : undefined
}

/** Why a mail that somebody else has caused does not go to this address. */
export const refusesOthersMail = findDead

/** Why an account's own mails do not reach it: a complaint about others' mails silences none of them. */
export async function refusesOwnMail(services: Services, address: string): Promise<DeadAddress | undefined> {
  const dead = await findDead(services, address)
  return dead?.reason === 'bounce' ? dead : undefined
}
