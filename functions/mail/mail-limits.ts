import type { StoredTenant } from '../data/entities/tenant.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { type Allowance, type Counted, whileAllowed } from '../security/throttle.ts'

const dayMs = 86_400_000
const aDay = { seconds: dayMs / 1000, detail: 'Too many invitations. Try again later.' }

/** Invitations of one organisation to one address. Those of others do not count: none can keep another from inviting somebody. */
const toAddress: Allowance = { ...aDay, what: 'invitations-to-address', times: 2 }

/** Of one organisation: fewer in its first week. */
const ofOrganisation = ({ created_at }: StoredTenant, now: Date): Allowance => ({
  ...aDay,
  what: 'invitations',
  times: now.getTime() - Date.parse(created_at) < 7 * dayMs ? 20 : 200,
})

/** Mails to one address that somebody has asked for as theirs: sign-ups, verifications and resets together. */
const asked: Allowance = { ...aDay, what: 'mails-asked-for', times: 5 }

interface Invitation<T> {
  tenant: StoredTenant
  email: string
  write: () => Promise<T>
}

/** Writes an invitation down; 429 above what its organisation sends in a day, altogether and to this address. */
export function invite<T>({ table, now }: Services, { tenant, email, write }: Invitation<T>): Promise<T> {
  const of: Counted[] = [
    [ofOrganisation(tenant, now()), tenant.id],
    [toAddress, JSON.stringify([tenant.id, email])],
  ]
  return whileAllowed(table, now(), { of, write })
}

/**
 * Writes down a mail that somebody has asked for as theirs; undefined, and nothing is written, above what its address gets in a day.
 * Invitations do not use this up.
 */
export function askedFor<T>({ table, now }: Services, email: string, write: () => Promise<T>): Promise<T | undefined> {
  return whileAllowed(table, now(), { of: [[asked, email]], write }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'tooMany') return undefined
    throw error
  })
}
