import { languages } from '#shared/model/delivery-form.ts'
import type { NoticeKind } from '#shared/model/notices.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { rangeStage } from '#shared/rules/notices.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
import type { OutgoingMail } from '../aws/mailer.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { Services } from '../http/services.ts'
import { nameSafeForMail } from '../mail/name-safe-for-mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import type { FoundDoor } from './find-door.ts'
import type { RecipientTexts } from './languages/english.ts'
import { doorUrl } from './read-updates.ts'
import { dayText, fillPlaceholders, isolated, recipientTextsIn, slotText } from './recipient-texts.ts'

export interface DoorNotice {
  found: FoundDoor
  delivery: StoredDelivery
  token: string
  kind: NoticeKind
}

/**
 * Composes the e-mail to the recipient at a door: which organisation delivers, where to follow the delivery and, for a delivery
 * that is still to come, when. It names neither the recipient nor the contents of the package.
 */
export function composeNoticeMail(services: Services, notice: DoorNotice): Omit<OutgoingMail, 'to'> {
  const { delivery, token, kind } = notice
  const words = recipientTextsFor(delivery)
  const facts = noticeFacts(notice, words)
  const subject = noticeSentence(notice, { words, facts, now: services.now() })
  const link = doorUrl(services, token)
  const paragraphs = [
    ...(isRangeAhead(notice, services.now()) ? [fillPlaceholders(words.when, facts)] : []),
    ...(kind === 'missed' ? [fillPlaceholders(words.missedThen, facts)] : []),
  ]
  const fine = [fillPlaceholders(words.questions, facts), fillPlaceholders(words.stopMail, facts)]
  const contents = {
    subject,
    preview: paragraphs[0] ?? '',
    greeting: words.greeting,
    heading: subject,
    paragraphs,
    // Where the package is, is a question only while it is on its way.
    button: { label: kind === 'out' || kind === 'next' ? words.where : words.title, link },
    fineprint: fine,
  }
  const { name, reply_to } = notice.found.tenant
  return {
    ...renderMail(contents, { brand: facts.organisation, tag: words.tag, dir: words.dir }),
    fromName: `${nameSafeForMail(name, words.title)} via Carelane`,
    ...(reply_to && { replyTo: reply_to }),
    headers: {
      'List-Unsubscribe': `<${services.appOrigin}/api/track/${token}/unsubscribe>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** Whether a notice may name its delivery's time range: not once that has begun. */
const isRangeAhead = ({ kind, found: { tenant }, delivery }: DoorNotice, now: Date) =>
  kind !== 'delivered' && kind !== 'missed' && rangeStage(tenant.time_zone, delivery, now) === 'ahead'

const recipientTextsFor = ({ language }: StoredDelivery) =>
  recipientTextsIn(languages.find(({ value }) => value === language)?.value ?? 'english')

/** Returns the facts that a notice may mention, in the reader's language. */
const noticeFacts = ({ found: { tenant }, delivery }: DoorNotice, words: RecipientTexts) => ({
  organisation: isolated(words, nameSafeForMail(tenant.name, words.title)),
  // The line must not break inside the number.
  phone: isolated(words, formatPhone(tenant.phone_number).replaceAll(' ', '\u00a0')),
  day: dayText(words, delivery.delivery_date),
  slot: slotText(words, delivery.time_range),
  stop: words.stop,
})

interface Sentence {
  words: RecipientTexts
  facts: ReturnType<typeof noticeFacts>
  now: Date
}

/** Composes the main sentence of a notice, with the facts as they are now. */
const noticeSentence = ({ found, delivery, kind }: DoorNotice, { words, facts, now }: Sentence) =>
  fillPlaceholders(subjectOf(words, kind, delivery.delivery_date, dayIn(found.tenant.time_zone, now)), facts)

function subjectOf(words: RecipientTexts, kind: NoticeKind, date: string, today: string): string {
  if (kind === 'planned')
    return date === today ? words.comesToday : date === addDays(today, 1) ? words.comesTomorrow : words.comesOn
  const subjects = {
    moved: words.wasMoved,
    confirmed: words.stays,
    out: words.isOut,
    next: words.isNext,
    delivered: words.wasDelivered,
    missed: words.notDelivered,
  }
  return subjects[kind]
}

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
    const facts = { ...noticeFacts(notice, words), organisation: isolated(words, organisation) }
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
