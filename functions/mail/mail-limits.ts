import type { StoredTenant } from '../data/entities.ts'
import type { Services } from '../http/services.ts'
import { type Allowance, type Try, takeOrRefuse } from '../security/throttle.ts'

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

/** Counts an invitation; 429 above what its address gets, or its organisation sends, in a day. */
export const countInvitation = ({ table, now }: Services, tenant: StoredTenant, email: string): Promise<Try[]> =>
  takeOrRefuse(table, now(), [ofOrganisation(tenant, now()), tenant.id], [toAddress, email])

/** Counts a mail that a stranger may have caused; refuses as `countInvitation`. */
export const countUnasked = ({ table, now }: Services, email: string): Promise<Try[]> =>
  takeOrRefuse(table, now(), [toAddress, email])
