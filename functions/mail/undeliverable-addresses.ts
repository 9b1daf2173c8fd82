import type { UndeliverableAddress } from '../data/entities/undeliverable-address.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put } from '../data/writes.ts'
import type { Services } from '../http/services.ts'

/**
 * How long an address counts as dead: half a year, and again half a year if mail bounces afterwards. So a mailbox that works again
 * isn't shut out forever, and trying a dead one twice a year doesn't harm the sender's reputation.
 */
const deadSeconds = 183 * 86_400

type Mark = Pick<UndeliverableAddress, 'reason' | 'since'> & {
  /** The organisation whose message led to this. Undefined if the message was from none. */
  tenantId: string | undefined
}

/**
 * Marks addresses as dead at `since`: mail to them bounced for good or was reported as unwanted, or texts to these numbers are
 * refused. What its owner said to one organisation, a complaint or `STOP`, stops only this organisation's messages, if it is known.
 * A complaint doesn't replace a bounce, because a bounce says more. Marking an address again is harmless.
 */
export async function markAddressesDead(
  { table }: Services,
  addresses: readonly string[],
  { reason, since, tenantId }: Mark,
): Promise<void> {
  const expires_at_seconds = Math.floor(Date.parse(since) / 1000) + deadSeconds
  const dead = { reason, since, expires_at_seconds }
  const guard = reason === 'complaint' ? ({ absentOr: { where: { reason } }, refused: () => undefined } as const) : {}
  for (const address of addresses) {
    const isForOne = tenantId !== undefined && (reason === 'complaint' || reason === 'opted_out')
    await table.write(put(unscopedKeys.undeliverableAddress(address, isForOne ? tenantId : undefined), dead, guard))
  }
}

/** Returns why an address or number gets no messages. Returns undefined if it does get them. */
async function findDead(
  { table, now }: Services,
  address: string,
  tenantId: string | undefined,
): Promise<UndeliverableAddress | undefined> {
  const found = await Promise.all([
    table.get(unscopedKeys.undeliverableAddress(address)),
    tenantId === undefined ? undefined : table.get(unscopedKeys.undeliverableAddress(address, tenantId)),
  ])
  return found.find((dead) => dead && dead.expires_at_seconds * 1000 > now().getTime())
}

/**
 * Returns why an address or number gets no invitations, no mails about added products or a finished export, and no notices to
 * recipients from an organisation. Returns undefined if it does get them.
 */
export const findOthersMailBlock = findDead

/**
 * Returns why an address doesn't get the mails that its own account needs. Returns undefined if it does get them. A complaint about
 * other people's mails doesn't stop these mails.
 */
export async function findOwnMailBlock(services: Services, address: string): Promise<UndeliverableAddress | undefined> {
  const dead = await findDead(services, address, undefined)
  return dead?.reason === 'bounce' ? dead : undefined
}
