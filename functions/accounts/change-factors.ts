import type { FieldChange } from '#shared/model/activity.ts'
import { type KnownAccount, readAccount } from '../data/accounts.ts'
import type { StoredCredentials } from '../data/entities/credentials.ts'
import type { AccountNotice } from '../data/entities/mail.ts'
import type { Write } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import type { Recorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { noticeWrite } from '../mail/notices.ts'
import { recordAccountChange } from './account-events.ts'
import { type FactorChanges, factorWrites } from './factors.ts'
import { sessionEnded } from './sign-in.ts'

interface FactorChange {
  /** As they were read. */
  credentials: StoredCredentials
  changes: FactorChanges
  /** What the event says: the kind of the factor, and the name that it had or has. */
  told: FieldChange
  notice: AccountNotice
  /** By what the mail's `This was not me` knows the factor. */
  about?: string
  /** Written in the same transaction. */
  alongside?: readonly Write[]
}

interface Changing {
  caller: Caller
  activity: Recorder<'account.factor_added' | 'account.factor_removed'>
}

/** Changes a factor of the caller's account, with its events and its mail. */
export async function changeFactors(
  services: Services,
  { caller, activity }: Changing,
  { credentials, changes, told, notice, about, alongside = [] }: FactorChange,
): Promise<void> {
  const { id: accountId } = caller.account
  const known = await knownCaller(services, caller)
  const action = told.to === null ? 'account.factor_removed' : 'account.factor_added'
  await recordAccountChange(
    services.table,
    { known, activity, change: { action, changes: [told] } },
    ...alongside,
    ...factorWrites(accountId, credentials, changes, caller),
    noticeWrite(services, { account_id: accountId, notice, about }),
  )
}

/** The caller's account with all of its organisations. */
export async function knownCaller({ table }: Services, { account }: Caller): Promise<KnownAccount> {
  const known = await readAccount(table, account.id)
  if (!known) throw sessionEnded()
  return known
}
