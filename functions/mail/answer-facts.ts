import type { Services } from '../http/services.ts'
import { newNotMeToken, type PowerNotice } from '../security/not-me-tokens.ts'
import type { LetterContext } from './administrator-letter.ts'
import type { Facts } from './letter.ts'
import { organisationNameForMail } from './name-safe-for-mail.ts'

interface Reported {
  notice: PowerNotice
  /** The id of the user who did what the mail reports. */
  byId: string | undefined
  /** The page on which the other administrators can check it. */
  page: { label: string; path: string }
}

/**
 * Returns what the reader of a mail about new power can do about it: the person who did it can say that it was someone else, and
 * the other administrators can look. The link is empty for a reader who can no longer open the page.
 */
export async function answerFacts(
  { keys, now, appOrigin }: Services,
  { reader, tenant, canOpen }: LetterContext,
  { notice, byId, page }: Reported,
): Promise<Facts<'advice' | 'label' | 'link'>> {
  if (reader.id === byId && reader.account_id !== undefined) {
    const token = await newNotMeToken(keys, { account_id: reader.account_id, notice }, now())
    return {
      advice:
        'If this was you, you don’t need to do anything. If it wasn’t, use the button below. We’ll revoke the API keys and open invitations that your account created in the last 7 days, sign you out everywhere, and email you a link to choose a new password.',
      label: 'This wasn’t me',
      link: `${appOrigin}/not-me?token=${encodeURIComponent(token)}`,
    }
  }
  if (canOpen)
    return {
      advice: 'If you didn’t expect this, please check it.',
      label: page.label,
      link: `${appOrigin}${page.path}`,
    }
  return {
    advice: `You can’t open this in Carelane, because you’re no longer an administrator of ${organisationNameForMail(tenant)}. If you didn’t expect this, contact another administrator.`,
    label: '',
    link: '',
  }
}

/** Returns the button of a mail, unless its link is empty. */
export const buttonOf = ({ label, link }: Facts<'label' | 'link'>) => (link ? { button: { label, link } } : {})
