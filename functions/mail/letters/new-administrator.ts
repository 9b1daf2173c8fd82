import { keysOf } from '../../data/table-keys.ts'
import type { Services } from '../../http/services.ts'
import { administratorLetter } from '../administrator-letter.ts'
import { answerFacts, buttonOf } from '../answer-facts.ts'
import { personNameForMail } from '../name-safe-for-mail.ts'

interface Fields {
  tenant_id: string
  /** The user who was added as an administrator, was made one, or has joined as one. */
  user_id: string
  /** The user who did it. Absent if the administrator has just joined. */
  by_id?: string
}

/** Tells all administrators, except the new one, that there is a new one, as long as that is still true. */
export const newAdministrator = administratorLetter({
  isAboutOwnAccount: true,
  isAlsoForPastAdministrators: true,
  async facts(services: Services, { tenant_id, user_id, by_id }: Fields, found) {
    const { table } = services
    const keys = keysOf(tenant_id)
    const [user, by] = await Promise.all([
      table.get(keys.user(user_id)),
      by_id === undefined ? undefined : table.get(keys.user(by_id)),
    ])
    if (!(user?.is_active && user.is_tenant_admin)) return undefined
    const person = personNameForMail(user)
    const done = user.account_id === undefined ? 'was added as' : 'is now'
    return {
      person,
      done,
      addedBy: by ? ` ${personNameForMail(by)} did this.` : '',
      ...(await answerFacts(services, found, {
        notice: 'administrator_added',
        byId: by_id,
        page: { label: 'View users', path: '/admin/users' },
      })),
    }
  },
  text: ({ name, tenant, person, done, addedBy, advice, label, link }) => ({
    subject: `New administrator for ${tenant}`,
    preview: `${person} ${done} an administrator of ${tenant}.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `${person} ${done} an administrator of ${tenant} on Carelane. Administrators can manage its people, roles and settings.${addedBy}`,
      advice,
    ],
    ...buttonOf({ label, link }),
    fineprint: `You’re receiving this email because we tell administrators of ${tenant} about every new administrator.`,
  }),
})
