import type { StoredUser } from '../data/entities/user.ts'
import type { Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { letterWrite } from '../mail/outbox.ts'

const isAdministrator = (user: StoredUser) => user.is_tenant_admin && user.is_active

/** Returns true if an edit makes someone an administrator, or takes an administrator's rights or access away. */
export const changesAdministrator = (before: StoredUser, after: StoredUser): boolean =>
  before.is_tenant_admin !== after.is_tenant_admin || isAdministrator(before) !== isAdministrator(after)

/** Returns true if an edit takes an administrator's rights or access away. */
export const removesAdministrator = (before: StoredUser, after: StoredUser): boolean =>
  isAdministrator(before) && !isAdministrator(after)

/** Returns the write of the mail that tells all administrators, including the caller, of a new one. */
export const newAdministratorLetterWrite = (services: Services, user: StoredUser, caller: Caller): Write =>
  letterWrite(services, 'new_administrator', {
    tenant_id: user.tenant_id,
    user_id: user.id,
    by_id: caller.user.id,
    except: [user.id],
  })

const hourMs = 3_600_000
const newAdministratorMs = 24 * hourMs

/**
 * Throws a 409 if the caller has been an administrator for less than a day. Such a caller cannot remove other administrators, so
 * that the others have time to notice an administrator whom a stranger has added.
 */
export function refuseNewAdministrator({ user }: Caller, now: Date): void {
  if (user.administrator_since === undefined) return
  const left = Date.parse(user.administrator_since) + newAdministratorMs - now.getTime()
  if (left > 0) throw new AppError('conflict', `You can do this ${waitText(left)} from now.`)
}

function waitText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`
  return minutes < 60 ? count(minutes, 'minute') : count(Math.ceil(ms / hourMs), 'hour')
}
