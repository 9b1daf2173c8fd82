import type { FieldChange } from '#shared/model/activity.ts'
import { type AccountWithMemberships, readAccount } from '../data/accounts.ts'
import type { StoredCredentials } from '../data/entities/credentials.ts'
import type { Write } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { letterWrite } from '../mail/outbox.ts'
import type { AccountChange } from '../security/not-me-tokens.ts'
import { recordAccountChange } from './account-events.ts'
import { type CredentialChanges, factorWrites } from './factors.ts'
import { sessionEndedError } from './sign-in.ts'

interface FactorChange {
  /** The credentials as they were read. The write fails if a factor has been changed or used since. */
  credentials: StoredCredentials
  changes: CredentialChanges
  /**
   * The change as the event shows it: `field` is the kind of factor, and `from` and `to` are its name, or another description,
   * before and after. If `to` is null, the factor is removed.
   */
  fieldChange: FieldChange
  notice: AccountChange
  /**
   * Identifies the factor for the link `This wasn’t me` in the mail: the id of a passkey, or the time at which the app or the
   * codes were set up. Absent if the factor is removed.
   */
  about?: string
  /** More writes for the same transaction. */
  alongside?: readonly Write[]
}

interface FactorRequest {
  caller: Caller
  activity: EventRecorder<'account.factor_added' | 'account.factor_removed'>
}

/** Adds, changes or removes a factor of the caller's account, and writes the events and the mail about the change. */
export async function changeFactors(
  services: Services,
  { caller, activity }: FactorRequest,
  { credentials, changes, fieldChange, notice, about, alongside = [] }: FactorChange,
): Promise<void> {
  const { id: accountId } = caller.account
  const known = await readOwnAccount(services, caller)
  const action = fieldChange.to === null ? 'account.factor_removed' : 'account.factor_added'
  await recordAccountChange(
    services.table,
    { known, activity, change: { action, changes: [fieldChange] } },
    ...alongside,
    ...factorWrites(accountId, credentials, changes, { caller, now: services.now() }),
    letterWrite(services, 'account_notice', { account_id: accountId, notice, ...(about !== undefined && { about }) }),
  )
}

/** Reads the caller's account with its memberships. Throws a 401 if the account no longer exists. */
export async function readOwnAccount({ table }: Services, { account }: Caller): Promise<AccountWithMemberships> {
  const known = await readAccount(table, account.id)
  if (!known) throw sessionEndedError()
  return known
}
