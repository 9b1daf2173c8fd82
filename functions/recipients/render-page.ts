import type { RecipientTracking } from '#shared/model/tracking.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { type DeliverySchedule, deliveryDaysAhead } from '#shared/rules/delivery-days.ts'
import { rescheduleDayCount } from '#shared/rules/doors.ts'
import { escapeHtml } from '../mail/render-mail.ts'
import type { RecipientTexts } from './languages/english.ts'
import { recipientPageScript, recipientPageStyle } from './page-parts.ts'
import {
  dayText,
  fillPlaceholders,
  instantTimeText,
  isolatedName,
  recipientTextsIn,
  slotText,
} from './recipient-texts.ts'

const documentOf = (
  { tag, dir }: Pick<RecipientTexts, 'tag' | 'dir'>,
  { title, main }: { title: string; main: string },
) => `<!doctype html>
<html lang="${tag}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${recipientPageStyle}</style>
</head>
<body>
<main>
${main}
</main>
<script>${recipientPageScript}</script>
</body>
</html>
`

/** Renders a page with a single sentence, for a link that does not exist, a refused request or an error. */
export const renderPlainPage = (text: string) =>
  documentOf(recipientTextsIn('english'), { title: text, main: `<h1 id="now">${escapeHtml(text)}</h1>` })

/** What the page offers for another day, and when it is rendered. */
interface Offer {
  schedule: DeliverySchedule
  now: Date
}

/**
 * Renders the page that shows where the packages of a door are. The organisation and its telephone number come first. The forms
 * stay hidden until the script has run, because they cannot be sent without the script.
 */
export function renderTrackingPage(tracking: RecipientTracking, offer: Offer): string {
  const { organisation, phone, language, can, asked } = tracking
  const words = recipientTextsIn(language)
  const facts = factsOf(tracking, words)
  const then = { missed: words.missedThen, cancelled: words.cancelledThen }
  const { state } = tracking
  const more = state === 'missed' || state === 'cancelled' ? then[state] : ''
  const main = `<header id="head">
<h1><bdi>${escapeHtml(organisation)}</bdi></h1>
${phone && `<a class="call" href="tel:${escapeHtml(phone)}">${escapeHtml(words.call)} <bdi class="number">${escapeHtml(phone)}</bdi></a>`}
</header>
<section class="card" id="now">
<p class="state">${escapeHtml(stateText(tracking, words))}</p>${line(more && fillPlaceholders(more, facts))}${line(asked ? fillPlaceholders(words.asked, facts) : '')}
</section>
<p id="said" role="status" class="quiet"></p>
<p id="heard" role="status" class="unseen"></p>
<div id="forms" hidden>
${can.includes('access') ? accessForm(words) : ''}${can.includes('reschedule') ? dayForm(tracking, words, offer) : ''}${can.includes('unsubscribe') ? stopForm(words) : ''}</div>`
  return documentOf(words, { title: `${words.title} · ${organisation}`, main })
}

const line = (text: string) => (text ? `<p class="quiet">${escapeHtml(text)}</p>` : '')

function factsOf(
  { organisation, date, time_range, at, time_zone, stops_before, asked }: RecipientTracking,
  words: RecipientTexts,
) {
  return {
    organisation: isolatedName(words, organisation),
    day: dayText(words, asked ?? date),
    slot: slotText(words, time_range),
    time: at ? instantTimeText(words, at, time_zone) : '',
    n: String(stops_before ?? ''),
  }
}

function stateText(tracking: RecipientTracking, words: RecipientTexts): string {
  const facts = factsOf({ ...tracking, asked: null }, words)
  const { state, stops_before, more } = tracking
  if (state === 'out' && stops_before !== null)
    return fillPlaceholders(more ? words.outMore : stops_before === 1 ? words.outOne : words.outMany, facts)
  return fillPlaceholders(state === 'missed' && !tracking.at ? words.missedSometime : words[state], facts)
}

interface FormParts {
  act: string
  done: string
  content: string
}

const form = ({ failed }: RecipientTexts, { act, done, content }: FormParts) =>
  `<form class="card" data-act="${act}" data-done="${escapeHtml(done)}" data-failed="${escapeHtml(failed)}">
${content}
<p class="bad" role="alert"></p>
</form>
`

const accessForm = (words: RecipientTexts) =>
  form(words, {
    act: 'access',
    done: words.saved,
    content: `<label for="access">${escapeHtml(words.accessLabel)}</label>
<textarea id="access" name="access_notes" rows="3" maxlength="500" required></textarea>
<button>${escapeHtml(words.save)}</button>`,
  })

function dayForm({ time_zone }: RecipientTracking, words: RecipientTexts, { schedule, now }: Offer) {
  const days = deliveryDaysAhead(schedule, dayIn(time_zone, now), rescheduleDayCount)
  if (days.length === 0) return ''
  const options = (values: readonly string[], text: (value: string) => string) =>
    values.map((value) => `<option value="${value}">${escapeHtml(text(value))}</option>`).join('')
  return form(words, {
    act: 'reschedule',
    done: words.saved,
    content: `<details><summary>${escapeHtml(words.anotherDay)}</summary>
<label for="day">${escapeHtml(words.day)}</label>
<select id="day" name="delivery_date" required>${options(days, (day) => dayText(words, day))}</select>
<label for="time">${escapeHtml(words.time)}</label>
<select id="time" name="time_range" required>${options(
      schedule.time_ranges.map(({ value }) => value),
      (slot) => slotText(words, slot),
    )}</select>
<button>${escapeHtml(words.ask)}</button></details>`,
  })
}

const stopForm = (words: RecipientTexts) =>
  form(words, {
    act: 'unsubscribe',
    done: words.stopped,
    content: `<button class="plain">${escapeHtml(words.stop)}</button>`,
  })
