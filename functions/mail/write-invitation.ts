import type { StoredTenant } from '../data/entities/tenant.ts'
import { AppError } from '../failures/app-error.ts'
import { mayHaveSucceeded } from '../failures/temporary-failures.ts'
import type { Services } from '../http/services.ts'
import { type Allowance, runWithinAllowance, type SubjectAllowance } from '../security/throttle.ts'

const dayMs = 86_400_000
const aDay = { seconds: dayMs / 1000, detail: 'Too many invitations. Try again later.' }

/**
 * The limit of one organisation's invitations to one address. Invitations of other organisations don't count, so that no
 * organisation can keep another from inviting someone.
 */
const toAddress: Allowance = { ...aDay, what: 'invitations-to-address', times: 2 }

/** The limit of all invitations to one address together, which protects the address. */
const toAddressFromAll: Allowance = { ...aDay, what: 'invitations-to-address-from-all', times: 20 }

/** The limit of all invitations by one organisation. It is lower during the organisation's first week. */
const ofOrganisation = ({ created_at }: StoredTenant, now: Date): Allowance => ({
  ...aDay,
  what: 'invitations',
  times: now.getTime() - Date.parse(created_at) < 7 * dayMs ? 20 : 200,
})

/** The limit of the mails that people request for one address. Sign-ups, verifications and resets count together. */
const requestedMails: Allowance = { ...aDay, what: 'mails-asked-for', times: 5 }

interface Invitation<T> {
  tenant: StoredTenant
  email: string
  write: () => Promise<T>
}

/**
 * Writes an invitation. Throws a 429 if the organisation has reached its daily limit, either in total or for this address. An
 * invitation counts once, even if its mail is sent twice because SES's response was lost.
 */
export function writeInvitation<T>({ table, now }: Services, { tenant, email, write }: Invitation<T>): Promise<T> {
  const of: SubjectAllowance[] = [
    [ofOrganisation(tenant, now()), tenant.id],
    [toAddress, JSON.stringify([tenant.id, email])],
    [toAddressFromAll, email],
  ]
  return runWithinAllowance(table, now(), { of, write, mayHaveSucceeded })
}

/**
 * Writes a mail that a person has requested for an address. If the address has reached its daily limit, writes nothing and returns
 * undefined. Invitations don't count towards this limit.
 */
export function writeRequestedMail<T>(
  { table, now }: Services,
  email: string,
  write: () => Promise<T>,
): Promise<T | undefined> {
  const of: SubjectAllowance[] = [[requestedMails, email]]
  return runWithinAllowance(table, now(), { of, write, mayHaveSucceeded }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'tooMany') return undefined
    throw error
  })
}
