import { keysOf } from '../../data/table-keys.ts'
import type { Services } from '../../http/services.ts'
import { administratorLetter } from '../administrator-letter.ts'
import { personNameForMail } from '../name-safe-for-mail.ts'

interface Fields {
  tenant_id: string
  /** The user whose two-step sign-in was reset. */
  user_id: string
}

/** Tells the other administrators that one of them has reset someone's two-step sign-in. */
export const factorsReset = administratorLetter({
  isAboutOwnAccount: true,
  async facts({ table, appOrigin }: Services, { tenant_id, user_id }: Fields) {
    const user = await table.get(keysOf(tenant_id).user(user_id))
    return user && { person: personNameForMail(user), link: `${appOrigin}/admin/users` }
  },
  text: ({ name, tenant, person, link }) => ({
    subject: `Two-step sign-in was reset for ${person}`,
    preview: `An administrator of ${tenant} reset it.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `An administrator of ${tenant} reset two-step sign-in for ${person} on Carelane. Your organization’s activity shows who did it.`,
    ],
    button: { label: 'View users', link },
    fineprint: `You’re receiving this email because you’re an administrator of ${tenant}.`,
  }),
})
