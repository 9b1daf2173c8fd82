import type { Services } from '../http/services.ts'
import { nameSafeForMail } from '../mail/name-safe-for-mail.ts'
import { type DoorNotice, noticeFacts, noticeSentence, recipientTextsFor } from './compose-notice.ts'
import { doorUrl } from './read-updates.ts'
import { isolatedName } from './recipient-texts.ts'

/** Matches a text of characters that each take the space of one character in the GSM 03.38 alphabet of text messages. */
const gsm = /^[\w@£$¥èéùìòÇ\nØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/

/**
 * Returns how many characters fit into two parts, which is the longest text message that is sent. If a single character is not in
 * the GSM alphabet, the whole message is sent as UTF-16, in which fewer characters fit.
 */
const inTwoParts = (text: string) => (gsm.test(text) ? 306 : 134)

const cutOff = '...'

/**
 * Composes a text message to the recipient at a door, with the same sentence and link as the mail. If the message needs more than
 * two parts, the organisation's name is shortened.
 */
export function composeNoticeText(services: Services, notice: DoorNotice): string {
  const words = recipientTextsFor(notice.delivery)
  const name = [...nameSafeForMail(notice.found.tenant.name, words.title)]
  const textWith = (organisation: string) => {
    const facts = { ...noticeFacts(notice, words), organisation: isolatedName(words, organisation) }
    const sentence = noticeSentence(notice, { words, facts, now: services.now() })
    const named = sentence.includes(facts.organisation) ? sentence : `${facts.organisation}: ${sentence}`
    return `${inGsm(named)}\n${doorUrl(services, notice.token)}\n${inGsm(words.stopText)}`
  }
  const whole = textWith(name.join(''))
  const excess = whole.length - inTwoParts(whole)
  if (excess <= 0) return whole
  return textWith(name.slice(0, Math.max(1, name.length - excess - cutOff.length)).join('') + cutOff)
}

/** Replaces typographic spaces and apostrophes, because a single one would force the whole text out of the GSM alphabet. */
const inGsm = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'")
