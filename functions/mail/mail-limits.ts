import type { StoredTenant } from '../data/entities/tenant.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { type Allowance, type Counted, whileAllowed } from '../security/throttle.ts'

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

interface Invitation<T> {
  tenant: StoredTenant
  email: string
  write: () => Promise<T>
}

/** Writes an invitation down; 429 above what its address gets, or its organisation sends, in a day. */
export function invite<T>({ table, now }: Services, { tenant, email, write }: Invitation<T>): Promise<T> {
  const of: Counted[] = [
    [ofOrganisation(tenant, now()), tenant.id],
    [toAddress, email],
  ]
  return whileAllowed(table, now(), { of, write })
}

/** Writes a mail down that a stranger may have caused; undefined, and nothing is written, above what its address gets in a day. */
export function unasked<T>({ table, now }: Services, email: string, write: () => Promise<T>): Promise<T | undefined> {
  return whileAllowed(table, now(), { of: [[toAddress, email]], write }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'tooMany') return undefined
    throw error
  })
}
