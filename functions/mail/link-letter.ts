import type { LinkSeed } from '../data/entities/link.ts'
import { isNotExpired } from '../data/expiring-item.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import type { Services } from '../http/services.ts'
import { currentLinkToken, type MailedLinkPurpose } from '../security/links.ts'
import type { Facts, Letter } from './letter.ts'
import { nameSafeForMail, organisationNameForMail, readerNameForMail } from './name-safe-for-mail.ts'
import type { MailContents } from './render-mail.ts'

/**
 * The names of the reader and of the organization, the name of the person who invited the reader or, if no one did, of the
 * organization, and the link.
 */
type LinkFact = 'name' | 'tenant' | 'inviter' | 'link'

interface Parts {
  /** The page of the web app to which the link leads. */
  path: string
  isAboutOwnAccount: boolean
  text(facts: Facts<LinkFact>): MailContents
}

/**
 * Makes a letter with a one-time link, which is made when the mail is sent. The mail isn't sent if the link was used, replaced or
 * has expired, if its user is gone, inactive or part of an expired sign-up, or if its organization is gone.
 */
export const linkLetter = (
  purpose: MailedLinkPurpose,
  { path, isAboutOwnAccount, text }: Parts,
): Letter<LinkSeed, LinkFact> => ({
  readers: 'one',
  isAboutOwnAccount,
  async find(services, seed) {
    const { user, tenant, link: stored } = await readHolder(services, purpose, seed)
    const now = services.now()
    const isWelcome = user?.is_active && isNotExpired(user, now)
    const token = isWelcome && (await currentLinkToken(services.keys, purpose, { seed, link: stored, now }))
    if (!token || !tenant) return undefined
    const organisation = organisationNameForMail(tenant)
    const facts = {
      name: readerNameForMail(user),
      tenant: organisation,
      inviter: user.invited_by === null ? organisation : nameSafeForMail(user.invited_by, 'Someone'),
      link: `${services.appOrigin}${path}?token=${encodeURIComponent(token)}`,
    }
    return { to: user.email, facts }
  },
  text,
})

/**
 * Reads the user who gets the mail, the user's organization, and the link as it is stored with the user or, for a reset, with the
 * account.
 */
async function readHolder({ table }: Services, purpose: MailedLinkPurpose, { tenant_id, holder_id }: LinkSeed) {
  const keys = keysOf(tenant_id)
  if (purpose !== 'reset') {
    const [user, tenant] = await table.getAll([keys.user(holder_id), keys.tenant], { consistent: true })
    return { user, tenant, link: user?.[`${purpose}_link`] }
  }
  const account = await table.get(unscopedKeys.account(holder_id))
  const itemKeys = [unscopedKeys.membership(holder_id, tenant_id), keys.tenant] as const
  const [membership, tenant] = await table.getAll(itemKeys, { consistent: true })
  const user = membership && (await table.get(keys.user(membership.user_id)))
  return { user, tenant, link: account?.reset_link }
}
