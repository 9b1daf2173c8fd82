import type { languages } from '#shared/model/delivery-form.ts'
import { arabicRecipientTexts } from './languages/arabic.ts'
import { chineseRecipientTexts } from './languages/chinese.ts'
import { englishRecipientTexts, type RecipientTexts } from './languages/english.ts'
import { frenchRecipientTexts } from './languages/french.ts'
import { koreanRecipientTexts } from './languages/korean.ts'
import { portugueseRecipientTexts } from './languages/portuguese.ts'
import { russianRecipientTexts } from './languages/russian.ts'
import { spanishRecipientTexts } from './languages/spanish.ts'
import { tagalogRecipientTexts } from './languages/tagalog.ts'
import { vietnameseRecipientTexts } from './languages/vietnamese.ts'

export type NoticeLanguage = (typeof languages)[number]['value']

const all: Readonly<Record<NoticeLanguage, RecipientTexts>> = {
  english: englishRecipientTexts,
  spanish: spanishRecipientTexts,
  chinese: chineseRecipientTexts,
  vietnamese: vietnameseRecipientTexts,
  korean: koreanRecipientTexts,
  tagalog: tagalogRecipientTexts,
  russian: russianRecipientTexts,
  arabic: arabicRecipientTexts,
  french: frenchRecipientTexts,
  portuguese: portugueseRecipientTexts,
}

export const recipientTextsIn = (language: NoticeLanguage): RecipientTexts => all[language]

/** Replaces the placeholders of a text by the facts of the same names. */
export const fillPlaceholders = (text: string, facts: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => facts[name] ?? whole)

/**
 * Prepares a name or a phone number for use in a sentence. In a right-to-left language it is isolated, which keeps its words or
 * digits and the sentence's full stop in order.
 */
export const isolated = ({ dir }: RecipientTexts, text: string) => (dir === 'rtl' ? `\u2068${text}\u2069` : text)

/** Formats a date in the language, such as `Tue, Nov 24`. */
export function dayText({ tag }: RecipientTexts, date: string) {
  const day = new Intl.DateTimeFormat(tag, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  return together(day.format(new Date(`${date}T12:00:00Z`)))
}

/**
 * Formats a time slot in the language, such as `9 AM – 12 PM`. Empty if there is no slot, because the door's delivery was deleted.
 */
export function slotText({ tag }: RecipientTexts, timeRange: string) {
  if (!timeRange) return ''
  const hour = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return timeRange
    .split('-')
    .map((time) => together(hour.format(new Date(`2026-01-01T${time}:00Z`)).replace(/:00(?=\s?[AP]M)/, '')))
    .join('\u00a0–\u00a0')
}

/** Formats an instant as a time of day in the language, in the given time zone. */
export const instantTimeText = ({ tag }: RecipientTexts, instant: string, timeZone: string) =>
  together(new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant)))

/** Replaces spaces by no-break spaces, so that a date or time stays on one line, such as an hour and its `PM`. */
const together = (text: string) => text.replace(/\s/g, '\u00a0')
