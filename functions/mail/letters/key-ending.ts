import { shortDay } from '#shared/rules/dates.ts'
import { apiKeyState } from '../../data/entities/api-key.ts'
import { keysOf } from '../../data/table-keys.ts'
import type { Services } from '../../http/services.ts'
import { administratorLetter } from '../administrator-letter.ts'
import { keyNameForMail } from '../name-safe-for-mail.ts'

interface Fields {
  tenant_id: string
  key_id: string
}

/** Tells all administrators that an API key will soon stop working. */
export const keyEnding = administratorLetter({
  isAboutOwnAccount: false,
  async facts({ table, appOrigin, now }: Services, { tenant_id, key_id }: Fields, { tenant }) {
    const key = await table.get(keysOf(tenant_id).apiKey(key_id))
    if (!key || apiKeyState(key, tenant, now()) !== 'active') return undefined
    return {
      key: keyNameForMail(key),
      day: `${shortDay(key.ends_on)}, ${key.ends_on.slice(0, 4)}`,
      link: `${appOrigin}/admin/integrations`,
    }
  },
  text: ({ name, tenant, key, day, link }) => ({
    subject: `An API key for ${tenant} will expire soon`,
    preview: `The API key “${key}” works through ${day}.`,
    heading: `Hello ${name}`,
    paragraphs: [
      `The API key “${key}” for ${tenant} works through ${day}. After that, the software that uses it will lose access.`,
      'If you still need a key, create a new one and enter it in the software before then.',
    ],
    button: { label: 'View API keys', link },
    fineprint: `You’re receiving this email because you’re an administrator of ${tenant}.`,
  }),
})
