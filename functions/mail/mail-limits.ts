import type { StoredTenant } from '../data/entities.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { type Allowance, type Counted, giveBack, takeOrRefuse } from '../security/throttle.ts'

const dayMs = 86_400_000
const aDay = { seconds: dayMs / 1000, detail: 'Too many invitations. Try again later.' }

/** Mails to one address that nobody with its account has asked for, from all of Carelane. */
const toAddress: Allowance = { ...aDay, what: 'mails-unasked', times: 5 }

/** Of one organisation: fewer in its first week. */
const ofOrganisation = ({ created_at }: StoredTenant, now: Date): Allowance => ({
  ...aDay,
  what: 'invitations',
  times: now.getTime() - Date.parse(created_at) < 7 * dayMs ? 20 : 200,
})

interface Invitation {
  tenant: StoredTenant
  email: string
}

/** Writes an invitation down; 429 above what its address gets, or its organisation sends, in a day. What fails is not counted. */
export const invite = <T>(services: Services, { tenant, email }: Invitation, write: () => Promise<T>): Promise<T> =>
  counted(
    services,
    [
      [ofOrganisation(tenant, services.now()), tenant.id],
      [toAddress, email],
    ],
    write,
  )

/**
 * Writes a mail down that a stranger may have caused; undefined, and nothing is written, above what its address gets in a day. What fails
 * is not counted.
 */
export const unasked = <T>(services: Services, email: string, write: () => Promise<T>): Promise<T | undefined> =>
  counted(services, [[toAddress, email]], write).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'tooMany') return undefined
    throw error
  })

async function counted<T>({ table, now }: Services, of: readonly Counted[], write: () => Promise<T>): Promise<T> {
  const tries = await takeOrRefuse(table, now(), ...of)
  return write().catch(async (error: unknown) => {
    await giveBack(table, now(), tries)
    throw error
  })
}
