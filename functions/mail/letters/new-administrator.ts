import { keysOf } from '../../data/table-keys.ts'
import type { Services } from '../../http/services.ts'
import { administratorLetter } from '../administrator-letter.ts'
import { personNameForMail } from '../name-safe-for-mail.ts'

interface Fields {
  tenant_id: string
  /** The user who became an administrator. */
  user_id: string
}

/** Tells the other administrators that somebody has become one of them, as long as that is still true. */
export const newAdministrator = administratorLetter({
  isAboutOwnAccount: true,
  async facts({ table, appOrigin }: Services, { tenant_id, user_id }: Fields) {
    const user = await table.get(keysOf(tenant_id).user(user_id))
    if (!(user?.is_active && user.is_tenant_admin)) return undefined
    return { person: personNameForMail(user), link: `${appOrigin}/admin/users` }
  },
  text: ({ name, tenant, person, link }) => ({
    subject: `New administrator for ${tenant}`,
    preview: `${person} is now an administrator of ${tenant}.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `${person} is now an administrator of ${tenant} on Carelane and can manage its people, roles and settings.`,
    ],
    button: { label: 'View users', link },
    fineprint: `You’re receiving this email because you’re an administrator of ${tenant}.`,
  }),
})
