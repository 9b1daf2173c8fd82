import type * as auth from '#shared/api/auth.ts'
import { unusableLinkText } from '#shared/model/account.ts'
import { findAccount } from '../data/accounts.ts'
import { keysOf } from '../data/table-keys.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { openUserLink } from '../security/links.ts'

export const verifyInvitation: Operation<typeof auth.verifyInvitation> = async ({ query }, services) => {
  const { email, tenant_id, invited_by } = await openUserLink(services, 'invitation', query.token)
  const [tenant, known] = await Promise.all([
    services.table.get(keysOf(tenant_id).tenant),
    findAccount(services.table, email),
  ])
  if (!tenant) throw new AppError('unusable', unusableLinkText('invitation'))
  return { email, invited_by: invited_by ?? '', organisation: tenant.name, has_account: known !== undefined }
}
