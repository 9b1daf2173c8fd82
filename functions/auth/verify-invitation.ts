import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { openLink } from '../security/links.ts'

export const verifyInvitation: Operation<typeof auth.verifyInvitation> = async ({ query }, services) => {
  const { email, invited_by } = await openLink(services, 'invitation', query.token)
  return { email, invited_by: invited_by ?? '' }
}
