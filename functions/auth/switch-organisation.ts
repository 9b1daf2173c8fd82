import type * as auth from '#shared/api/auth.ts'
import { readAccount } from '../data/accounts.ts'
import { keysOf } from '../data/keys.ts'
import { inMembership } from '../data/scope.ts'
import { notFound } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { closeSession } from '../security/sessions.ts'
import { openPair } from './sign-in.ts'

export const switchOrganisation: Operation<typeof auth.switchOrganisation> = async ({ body, caller }, services) => {
  const { account, sessionId } = caller
  const { memberships } = (await readAccount(services.table, account.id)) ?? { memberships: [] }
  const wanted = memberships.find(({ tenant_id }) => tenant_id === body.tenant_id)
  if (!wanted) throw notFound('Tenant')
  return inMembership(memberships, wanted.tenant_id, async () => {
    const user = await services.table.get(keysOf(wanted.tenant_id).user(wanted.user_id))
    if (!user?.is_active || user.account_id !== account.id) throw notFound('Tenant')
    const pair = await openPair(account, user, services)
    await closeSession(services.table, account.id, sessionId)
    return pair
  })
}
