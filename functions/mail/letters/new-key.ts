import { keysOf } from '../../data/table-keys.ts'
import type { Services } from '../../http/services.ts'
import { administratorLetter } from '../administrator-letter.ts'
import { answerFacts, buttonOf } from '../answer-facts.ts'
import { keyNameForMail, personNameForMail } from '../name-safe-for-mail.ts'

interface Fields {
  tenant_id: string
  key_id: string
  /** The user who created the key, or gave it a new secret. */
  by_id: string
  /** Set if the key existed before and has a new secret. */
  is_rotated?: true
}

/** Tells all administrators, including the one who did it, that someone has got the secret of an API key. */
export const newKey = administratorLetter({
  isAboutOwnAccount: true,
  isAlsoForPastAdministrators: true,
  async facts(services: Services, { tenant_id, key_id, by_id, is_rotated }: Fields, found) {
    const keys = keysOf(tenant_id)
    const [key, by] = await services.table.getAll([keys.apiKey(key_id), keys.user(by_id)] as const)
    if (!key) return undefined
    return {
      key: keyNameForMail(key),
      person: by ? personNameForMail(by) : 'Someone',
      done: is_rotated ? 'replaced' : 'created',
      ...(await answerFacts(services, found, {
        notice: 'key_created',
        byId: by_id,
        page: { label: 'View API keys', path: '/admin/integrations' },
      })),
    }
  },
  text: ({ name, tenant, key, person, done, advice, label, link }) => ({
    subject: `An API key for ${tenant} was ${done}`,
    preview: `${person} ${done} the API key “${key}”.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `${person} ${done} the API key “${key}” for ${tenant} on Carelane. Anyone who has this key can use its permissions.`,
      advice,
    ],
    ...buttonOf({ label, link }),
    fineprint: `You’re receiving this email because we tell administrators of ${tenant} about every new API key.`,
  }),
})
