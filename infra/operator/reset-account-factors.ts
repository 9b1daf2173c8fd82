import { randomUUID } from 'node:crypto'
import { factorResetWrites } from '#functions/accounts/reset-factors.ts'
import { findAccount } from '#functions/data/accounts.ts'
import { aboutUser } from '#functions/data/subjects.ts'
import type { Table } from '#functions/data/table.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { openEventRecorder } from '#functions/http/recorder.ts'
import { systemActor } from '#shared/model/activity.ts'
import { findEnvironment } from '../config.ts'
import type { OperatorAws } from './aws.ts'
import { openEnvironment } from './open-environment.ts'
import { OperatorRefusal } from './operator-refusal.ts'
import { findTableInUse } from './table-in-use.ts'

interface Hands {
  openAws: (region: string) => Pick<OperatorAws, 'account' | 'stack' | 'parameter'>
  /** Opens the table with this name in this region. */
  openTable: (region: string, name: string) => Table
  say: (sentence: string) => void
  now: () => Date
}

/**
 * Removes every second factor of a person's account. Operators do this for a person who belongs to several organisations, because
 * the administrator of a single one may not. An event is recorded in each organisation. Throws `OperatorRefusal` if there is no
 * such environment or account, or if the account has no second factor.
 */
export async function resetAccountFactors(
  args: readonly string[],
  { openAws, openTable, say, now }: Hands,
  find = findEnvironment,
): Promise<void> {
  const [name = '', , email = '', ...more] = args
  if (!email || more.length > 0) throw new OperatorRefusal('npm run operate -- {environment} reset-factors {email}')
  const { config, aws, stack } = await openEnvironment(name, openAws, find)
  const { name: tableName } = await findTableInUse(name, stack, aws)
  const table = openTable(config.region, tableName)
  const known = await findAccount(table, email.trim().toLowerCase())
  if (!known) throw new OperatorRefusal('No account has this email address.')
  const { account, memberships } = known
  if (!account.second_step?.length) throw new OperatorRefusal('This account has no two-step sign-in.')
  const credentials = await table.get(unscopedKeys.credentials(account.id))
  const users = await Promise.all(
    memberships.map(({ tenant_id, user_id }) => table.get(keysOf(tenant_id).user(user_id))),
  )
  const services = { table, now, newId: randomUUID }
  const events = users.flatMap((user) => {
    if (!user) return []
    const actor = { tenantId: user.tenant_id, actor: systemActor }
    const options = { event: 'user.factors_reset', place: null, requestId: 'operator' } as const
    return openEventRecorder(services, actor, options).eventsFor([actor], () => ({
      action: 'user.factors_reset',
      ...aboutUser(user),
    }))
  })
  await table.write(...factorResetWrites(services, account, credentials ?? { password_hash: null }), ...events)
  say(
    `Two-step sign-in has been reset for this account and recorded in ${events.length === 1 ? '1 organization' : `${events.length} organizations`}.`,
  )
}
