import { products } from '#shared/model/catalogue.ts'
import type { OutgoingMail } from '../aws/mailer.ts'
import type { ExportMail, LinkMail, LinkMailKind, PersonalMail, ProductsMail } from '../data/entities/mail.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { isNotExpired } from '../data/expiring-item.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import type { Services } from '../http/services.ts'
import { currentLinkToken } from '../security/links.ts'
import { exportReadyMail } from './letters/export-ready.ts'
import { invitationMail } from './letters/invitation.ts'
import { productsAddedMail } from './letters/products-added.ts'
import { passwordResetMail } from './letters/reset.ts'
import { verificationMail } from './letters/verification.ts'
import { nameSafeForMail } from './name-safe-for-mail.ts'
import { renderMail } from './render-mail.ts'

/** The page of the web app to which each kind of link leads. */
const pathOf: Record<LinkMailKind, string> = {
  verification: '/verify-email',
  reset: '/reset-password',
  invitation: '/accept-invitation',
}

const organisationName = ({ name }: StoredTenant) => nameSafeForMail(name, 'an organisation')
const readerName = ({ full_name }: StoredUser) => nameSafeForMail(full_name, 'there')

/** Composes a mail at the moment of sending. Returns undefined if the mail is no longer of use. */
export function composeMail(services: Services, mail: PersonalMail): Promise<OutgoingMail | undefined> {
  if (mail.kind === 'products_added') return composeNews(services, mail)
  return mail.kind === 'export_ready' ? composeExportNews(services, mail) : composeLink(services, mail)
}

/**
 * Composes a mail and makes its link. Returns undefined if the link was used, replaced or has expired, if its user is gone,
 * inactive or part of an expired sign-up, or if its organisation is gone.
 */
async function composeLink(services: Services, mail: LinkMail): Promise<OutgoingMail | undefined> {
  const { user, tenant, link: stored } = await readersOf(services, mail)
  const now = services.now()
  const isWelcome = user?.is_active && isNotExpired(user, now)
  const token = isWelcome && (await currentLinkToken(services.keys, mail.kind, { seed: mail, link: stored, now }))
  if (!token || !tenant) return undefined

  const link = `${services.appOrigin}${pathOf[mail.kind]}?token=${encodeURIComponent(token)}`
  const organisation = organisationName(tenant)
  const inviter = user.invited_by === null ? organisation : nameSafeForMail(user.invited_by, 'Someone')
  const facts = { name: readerName(user), tenant: organisation, inviter }
  const template = { verification: verificationMail, reset: passwordResetMail, invitation: invitationMail }[mail.kind]
  return { to: user.email, ...renderMail(template(facts), link) }
}

/**
 * Reads the user who gets a mail, the user's organisation, and the link as it is stored with the user or, for a reset, with the
 * account.
 */
async function readersOf({ table }: Services, mail: LinkMail) {
  const { kind, tenant_id, holder_id } = mail
  const keys = keysOf(tenant_id)
  if (kind !== 'reset') {
    const [user, tenant] = await table.getAll([keys.user(holder_id), keys.tenant], { consistent: true })
    return { user, tenant, link: user?.[`${kind}_link`] }
  }
  const account = await table.get(unscopedKeys.account(holder_id))
  const wanted = [unscopedKeys.membership(holder_id, tenant_id), keys.tenant] as const
  const [membership, tenant] = await table.getAll(wanted, { consistent: true })
  const user = membership && (await table.get(keys.user(membership.user_id)))
  return { user, tenant, link: account?.reset_link }
}

/**
 * Reads the user and the organisation of a mail to an administrator. Returns undefined if the user is gone or is no longer an
 * active administrator.
 */
async function readAdministrator({ table }: Services, mail: ProductsMail | ExportMail) {
  const keys = keysOf(mail.tenant_id)
  const [user, tenant] = await table.getAll([keys.user(mail.user_id), keys.tenant], { consistent: true })
  return tenant && user?.is_active && user.is_tenant_admin ? { user, tenant } : undefined
}

async function composeExportNews(services: Services, mail: ExportMail): Promise<OutgoingMail | undefined> {
  const reader = await readAdministrator(services, mail)
  if (!reader) return undefined
  const { user, tenant } = reader
  return {
    to: user.email,
    ...renderMail(exportReadyMail({ name: readerName(user), tenant: organisationName(tenant) })),
  }
}

async function composeNews(services: Services, mail: ProductsMail): Promise<OutgoingMail | undefined> {
  const reader = await readAdministrator(services, mail)
  if (!reader) return undefined
  const { user, tenant } = reader
  const names = products.filter(({ key }) => mail.products.includes(key)).map(({ name }) => name)
  const letter = productsAddedMail({ name: readerName(user), tenant: organisationName(tenant), products: names })
  return { to: user.email, ...renderMail(letter, `${services.appOrigin}/dashboard`) }
}
