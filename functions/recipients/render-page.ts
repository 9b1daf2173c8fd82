import type { RecipientTracking } from '#shared/model/tracking.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { type DeliverySchedule, deliveryDaysAhead } from '#shared/rules/delivery-days.ts'
import { rescheduleDayCount } from '#shared/rules/doors.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
import { escapeHtml } from '../mail/render-mail.ts'
import type { RecipientTexts } from './languages/english.ts'
import { recipientPageScript, recipientPageStyle } from './page-parts.ts'
import { dayText, fillPlaceholders, instantTimeText, isolated, recipientTextsIn, slotText } from './recipient-texts.ts'

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
  const range = slotText(words, tracking.time_range)
  const then = { missed: words.missedThen, cancelled: words.cancelledThen }
  const { state } = tracking
  const more = state === 'missed' || state === 'cancelled' ? then[state] : ''
  const main = `<section class="card">
<div id="now">
<h1><bdi>${escapeHtml(organisation)}</bdi></h1>
<p class="state">${withRange(stateText(tracking, words), range)}</p>${line(whenText(tracking, words), 'when', range)}${line(more && fillPlaceholders(more, facts))}${line(asked ? fillPlaceholders(words.asked, facts) : '', 'quiet', facts.slot)}${line(tracking.packages > 1 ? fillPlaceholders(words.packages, facts) : '')}
${steps(tracking, words)}</div>
<div id="head">
${phone && `<a class="call" href="tel:${escapeHtml(phone)}">${escapeHtml(words.call)} <bdi class="number">${escapeHtml(formatPhone(phone))}</bdi></a>`}
</div>
</section>
<p id="result" role="status" class="quiet"></p>
<p id="announcement" role="status" class="unseen"></p>
<div id="forms" hidden>
${can.includes('access') ? accessForm(tracking, words) : ''}${can.includes('reschedule') ? dayForm(tracking, words, offer) : ''}${can.includes('unsubscribe') ? stopForm(words) : ''}</div>`
  return documentOf(words, { title: `${words.title} · ${organisation}`, main })
}

const line = (text: string, style = 'quiet', range = '') =>
  text ? `\n<p class="${style}">${withRange(text, range)}</p>` : ''

/**
 * Escapes a text and keeps the time range in it on one line: a browser may break the line after the range's dash. A range wider than
 * a line breaks there, and the second line starts without a space.
 */
const withRange = (text: string, range: string) =>
  range
    ? escapeHtml(text).replace(
        escapeHtml(range),
        (found) => `<span class="range">${found.replace('–\u00a0', '– ')}</span>`,
      )
    : escapeHtml(text)

/** The states in which the packages have been planned, are on their way, or were delivered, in the order of the steps shown. */
const stages: readonly (readonly RecipientTracking['state'][])[] = [
  ['planned', 'moved'],
  ['out', 'next'],
  ['delivered'],
]

/** Renders how far the delivery has come, as a line of three steps. Empty if it was missed or cancelled. */
function steps({ state }: RecipientTracking, words: RecipientTexts) {
  const at = stages.findIndex((states) => states.includes(state))
  if (at < 0) return ''
  const items = [words.stepPlanned, words.out, words.stepDelivered].map(
    (text, i) =>
      `<li${i <= at ? ' class="done"' : ''}${i === at ? ' aria-current="step"' : ''}>${escapeHtml(text)}</li>`,
  )
  return `<ol class="steps">${items.join('')}</ol>\n`
}

/** Returns the day and, while it is still ahead or on its way, the time range, unless the state's own text names them. */
function whenText(tracking: RecipientTracking, words: RecipientTexts) {
  const { state, date, time_range, at } = tracking
  if (state === 'out' || state === 'next')
    return fillPlaceholders(words.when, { day: dayText(words, date), slot: slotText(words, time_range) })
  const day = dayText(words, date)
  // The text for a package that could not be given to the people at the door doesn't name the time.
  if (isNotDelivered(tracking) && at)
    return fillPlaceholders(words.when, { day, slot: instantTimeText(words, at, tracking.time_zone) })
  return state === 'delivered' || state === 'missed' ? day : ''
}

function factsOf(tracking: RecipientTracking, words: RecipientTexts) {
  const { organisation, at, time_zone, asked, asked_time_range } = tracking
  const [date, range] = asked ? [asked, asked_time_range ?? ''] : [tracking.date, tracking.time_range]
  const [day, slot] = [dayText(words, date), slotText(words, range)]
  return {
    organisation: isolated(words, organisation),
    day: asked && slot ? fillPlaceholders(words.when, { day, slot }) : day,
    slot,
    time: at ? instantTimeText(words, at, time_zone) : '',
    n: String(tracking.packages),
  }
}

/** Whether a package failed although the driver may have met someone, so that "We missed you" could be untrue. */
const isNotDelivered = ({ state, is_absence }: RecipientTracking) => state === 'missed' && !is_absence

function stateText(tracking: RecipientTracking, words: RecipientTexts): string {
  const { state, stops_before, more } = tracking
  const facts = { ...factsOf({ ...tracking, asked: null }, words), n: String(stops_before ?? '') }
  if (state === 'out' && stops_before !== null)
    return fillPlaceholders(more ? words.outMore : stops_before === 1 ? words.outOne : words.outMany, facts)
  if (isNotDelivered(tracking)) return words.notDelivered
  return fillPlaceholders(words[state], facts)
}

interface FormParts {
  path: string
  done: string
  content: string
}

const form = ({ failed }: RecipientTexts, { path, done, content }: FormParts) =>
  `<form data-act="${path}" data-done="${escapeHtml(done)}" data-failed="${escapeHtml(failed)}">
${content}
<p class="bad" role="alert"></p>
</form>
`

const accessForm = ({ access_notes }: RecipientTracking, words: RecipientTexts) =>
  form(words, {
    path: 'access',
    done: words.saved,
    content: `<details${access_notes && ' open'}><summary>${escapeHtml(words.accessLabel)}</summary>
<textarea name="access_notes" rows="2" maxlength="500" required aria-label="${escapeHtml(words.accessLabel)}">
${escapeHtml(access_notes)}</textarea>
<button>${escapeHtml(words.save)}</button></details>`,
  })

function dayForm({ time_zone }: RecipientTracking, words: RecipientTexts, { schedule, now }: Offer) {
  const days = deliveryDaysAhead(schedule, dayIn(time_zone, now), rescheduleDayCount)
  if (days.length === 0) return ''
  const options = (values: readonly string[], text: (value: string) => string) =>
    values.map((value) => `<option value="${value}">${escapeHtml(text(value))}</option>`).join('')
  return form(words, {
    path: 'reschedule',
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
    path: 'unsubscribe',
    done: words.stopped,
    content: `<button class="plain">${escapeHtml(words.stop)}</button>`,
  })
