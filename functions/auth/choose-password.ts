import type { LinkPurpose } from '#shared/model/account.ts'
import type { Services } from '../http/services.ts'
import { openLink, spendLink } from '../security/links.ts'
import { hashPassword } from '../security/passwords.ts'

/** Uses a link to set a password: it proves the mailbox too, ends every session and voids every other link. */
export async function choosePassword(services: Services, purpose: LinkPurpose, token: string, password: string) {
  const user = await openLink(services, purpose, token)
  const effect = { password_hash: await hashPassword(password), is_verified: true }
  await spendLink(services.table, purpose, { user, effect, endsAll: true })
}
