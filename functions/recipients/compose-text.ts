import type { Services } from '../http/services.ts'
import { plainName } from '../mail/plain-name.ts'
import { type DoorNotice, noticeFacts, noticeSentence, wordsFor } from './compose-notice.ts'
import { linkOf } from './read-updates.ts'
import { apart } from './words.ts'

/** The alphabet of GSM 03.38, as far as each character takes the space of one. */
const gsm = /^[\w@£$¥èéùìòÇ\nØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/

/**
 * How many characters fit into two parts, which is what a message may cost. A single character outside of the GSM alphabet has the
 * whole message sent in UTF-16.
 */
const inTwoParts = (text: string) => (gsm.test(text) ? 306 : 134)

const cutOff = '...'

/**
 * The text message to the recipient at a door, in two parts at most: the same sentence and the same link as in the mail. A long name
 * of the organisation is cut off.
 */
export function composeText(services: Services, notice: DoorNotice): string {
  const words = wordsFor(notice.delivery)
  const name = [...plainName(notice.found.tenant.name, words.title)]
  const textWith = (organisation: string) => {
    const facts = { ...noticeFacts(notice, words), organisation: apart(words, organisation) }
    const sentence = noticeSentence(notice, { words, facts, now: services.now() })
    const named = sentence.includes(facts.organisation) ? sentence : `${facts.organisation}: ${sentence}`
    return `${inGsm(named)}\n${linkOf(services, notice.token)}\n${inGsm(words.stopText)}`
  }
  const whole = textWith(name.join(''))
  const excess = whole.length - inTwoParts(whole)
  if (excess <= 0) return whole
  return textWith(name.slice(0, Math.max(1, name.length - excess - cutOff.length)).join('') + cutOff)
}

/** Replaces typographic characters that would keep an otherwise plain text out of the GSM alphabet. */
const inGsm = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'")
