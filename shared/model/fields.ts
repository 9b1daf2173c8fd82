import * as z from 'zod/mini'
import { invalidDate, isCalendarDate, isTimeZone } from '../rules/dates.ts'
import { lazy } from './lazy.ts'

// `z.meta` tells the OpenAPI document what JSON Schema can say of a rule that is code; the builds of web and functions leave it out.
// `readable` stands for the characters that are allowed, `trimmed` for a text whose blanks at both ends do not count, `orEmpty` for a
// format beside which '' is allowed.

/** Most characters of a name, an address line, a number; and of free text. */
export const textLimit = 200
export const notesLimit = 2000

/** Most characters of an e-mail address. */
export const emailLimit = 254

const tooLong = (limit: number) => `Must be at most ${limit} characters`

/** Control characters, separators of lines and paragraphs, and what a failed decoding leaves. */
const notInALine = /[\p{Cc}\u2028\u2029\ufffd]/u
/** The same, but line feeds and tabs are allowed. */
const notInNotes = /[^\P{Cc}\n\t]|\ufffd/u

/** Refuses half characters, and those that `unwanted` finds; no other check follows then. */
const readable = (unwanted = notInALine) =>
  z.refine<string>((value) => value.isWellFormed() && !unwanted.test(value), {
    error: 'Contains a character that cannot be used',
    abort: true,
  })

/** The limit of a text, in characters; no other check follows for a text beyond it. */
export const atMost = (limit: number, error = tooLong(limit)) => z.maxLength(limit, { error, abort: true })

/** One line, trimmed, that may be empty. */
export const text = (limit = textLimit, message = 'Must be text') =>
  z.string(message).check(readable(), z.trim(), atMost(limit), z.meta({ readable: 'line', trimmed: true }))

/** One line, trimmed, that may be empty or missing; missing is ''. */
export const optionalText = (limit = textLimit) => z._default(text(limit), '')

/** One line, trimmed, that is neither missing nor blank: `message` says so either way. */
export const requiredText = (message: string, limit = textLimit, beyond = tooLong(limit)) =>
  z
    .string(message)
    .check(
      readable(),
      z.trim(),
      atMost(limit, beyond),
      z.minLength(1, message),
      z.meta({ readable: 'line', trimmed: true }),
    )

/** Trimmed text of several lines, which may be empty. */
export const notes = (limit = notesLimit) =>
  z
    .string('Must be text')
    .check(readable(notInNotes), z.trim(), atMost(limit), z.meta({ readable: 'notes', trimmed: true }))

/** Trimmed text of several lines, which may be empty or missing; missing is ''. */
export const optionalNotes = (limit = notesLimit) => z._default(notes(limit), '')

/** One line, kept to the last blank: a password, a token, a fixed format. `message` says that it is no text, `beyond` that it is too long. */
export const exactText = (limit: number, message: string, beyond = tooLong(limit)) =>
  z.string(message).check(readable(), atMost(limit, beyond), z.meta({ readable: 'line' }))

interface ListOptions {
  limit: number
  /** What its entries are called: `rows`. */
  noun: string
  /** Said where there is no list, or an empty one; without it an empty one is fine. */
  needed?: string
}

export const externalIdName = 'External ID'

/** The name that another system has for a patient or a delivery; '' for none. It is unique in the organisation. */
export const externalId = () => optionalText(64)

/** The same as it is answered, by releases too that knew of none. */
export const answeredExternalId = () => z.catch(z.string(), '')

/** A list whose length is judged before its entries are: one that is too long is one problem, not one for each entry. */
export function list<E extends z.ZodMiniType>(entry: E, { limit, noun, needed }: ListOptions) {
  const beyond = `Must be at most ${limit} ${noun}`
  const bounded = z.transform((sent: z.input<E>[], { issues }) => {
    if (Array.isArray(sent) && sent.length > limit) issues.push({ code: 'custom', input: sent, message: beyond })
    return sent
  })
  const least = needed === undefined ? [] : [z.minLength(1, needed)]
  const entries = z.array(entry, needed ?? 'Must be a list').check(z.maxLength(limit, beyond), ...least)
  // A conversion takes what is missing, so that the list would count as optional.
  return z.nonoptional(z.pipe(bounded, entries))
}

/** A list that keeps each entry once. */
export const distinctList = <E extends z.ZodMiniType>(entry: E, options: ListOptions) =>
  list(entry, options).check(z.overwrite((entries) => [...new Set(entries)]))

/** `a, b` becomes ['a', 'b']: blanks around commas are allowed, and each entry is kept once. */
export const commaList = (message: string, limit = textLimit) =>
  z.pipe(
    exactText(limit, message, message),
    z.transform((entries) => [...new Set(entries.split(',').map((entry) => entry.trim()))].filter(Boolean)),
  )

/** A flag that is false when it is missing. */
export const flag = () => z._default(z.boolean('Must be true or false'), false)

export const flagWord = lazy(() => z.enum(['true', 'false']))

/** A flag of a multipart form: true, false or their words. */
export const formFlag = lazy(() =>
  z._default(
    z.pipe(
      z.union([z.boolean(), flagWord()], 'Must be true or false'),
      z.transform((value) => value === true || value === 'true'),
    ),
    false,
  ),
)

const centsLimit = 99_999_999

/** Dollars with at most two decimals, 0 to 999,999.99. */
export const dollars = () =>
  z.number('Must be a number').check(
    z.gte(0, 'Cannot be negative'),
    z.lte(centsLimit / 100, 'Must be less than $1,000,000'),
    z.refine((value) => Math.round(value * 100) / 100 === value, 'Must have at most two decimals'),
    z.meta({ multipleOf: 0.01 }),
  )

/** A date `YYYY-MM-DD`, or ''. */
const dateOrNone = (message: string) =>
  exactText('YYYY-MM-DD'.length, message, invalidDate).check(
    z.refine((value) => value === '' || isCalendarDate(value), invalidDate),
    z.meta({ format: 'date', orEmpty: true, description: 'A day of the calendar; empty for none.' }),
  )

const unknownTimeZone = 'Unknown time zone'
const longestTimeZone = 64

/** An IANA name, such as `America/New_York`. */
export const timeZone = () =>
  exactText(longestTimeZone, unknownTimeZone, unknownTimeZone).check(
    z.refine(isTimeZone, unknownTimeZone),
    z.meta({ description: 'The name of a time zone in the IANA database.' }),
  )

/** A date `YYYY-MM-DD`; a missing or empty one says `message`. */
export const requiredDate = (message: string) =>
  dateOrNone(message).check(
    z.minLength(1, message),
    z.meta({ orEmpty: undefined, description: 'A day of the calendar.' }),
  )

/** A day or an instant of an answer. */
export const calendarDay = () => z.string().check(z.meta({ format: 'date' }))
export const instant = () => z.string().check(z.meta({ format: 'date-time' }))

/** A date or instant of an answer, '' when it is missing: screens have words for that. */
export const answeredDate = () => z.catch(calendarDay(), '')
/** A date that need not be there. */
export const answeredDateOrNone = () => z.catch(z.string().check(z.meta({ format: 'date', orEmpty: true })), '')
export const answeredInstant = () => z.catch(instant(), '')

/** As `answeredDate`, of what need not have a date. */
export const answeredDateOrNull = () => z.catch(z.nullable(calendarDay()), null)

/** As `answeredInstant`, of what need not have happened. */
export const answeredInstantOrNull = () => z.catch(z.nullable(instant()), null)

/** An id, an address, a count of an answer. */
export const answeredId = () => z.string().check(z.meta({ format: 'uuid' }))
export const answeredEmail = () => z.string().check(z.meta({ format: 'email' }))
export const answeredUrl = () => z.string().check(z.meta({ format: 'uri' }))
export const answeredCount = () => z.number().check(z.meta({ type: 'integer', minimum: 0 }))

const isInstant = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))

/** An ISO 8601 instant with its offset, or nothing. */
export const optionalInstant = () =>
  z.nullish(
    exactText(40, invalidDate, invalidDate).check(z.refine(isInstant, invalidDate), z.meta({ format: 'date-time' })),
  )

/** A date or '' for none. */
export const optionalDate = () => z._default(dateOrNone(invalidDate), '')

const idInvalid = 'Must be an id'

/** An id as it is compared: in lower case. Whether anything has it is not looked at. */
export const id = (message = idInvalid) =>
  exactText(textLimit, message, message).check(z.toLowerCase(), z.meta({ format: 'uuid' }))

/** An id, or none: '' and null both say so. */
export const idOrNone = () =>
  z.nullable(
    z.pipe(
      id().check(z.meta({ orEmpty: true })),
      z.transform((value) => value || null),
    ),
  )

/** The same, and a missing one means none as well. */
export const optionalId = () => z._default(idOrNone(), null)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Lower-case UUID as the server makes them. */
export const isId = (value: string) => uuidPattern.test(value)

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const lastLabel = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]'

/** An address that SES takes, or nothing. Each character can be matched in one way only, so matching takes linear time. */
const emailPattern = new RegExp(`^(?:(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${lastLabel})?$`)

const emailRule = (invalid: string) => z.refine<string>((value) => emailPattern.test(value), invalid)

/** An e-mail address, or ''. Kept as it was typed. */
export const emailOrNone = (invalid: string) =>
  text(emailLimit).check(emailRule(invalid), z.meta({ pattern: emailPattern.source }))

/** An e-mail address as it is compared and kept: in lower case. */
export const requiredEmail = (missing: string, invalid: string) =>
  requiredText(missing, emailLimit).check(
    emailRule(invalid),
    z.toLowerCase(),
    z.meta({ format: 'email', pattern: emailPattern.source }),
  )

const invalidLimit = 'Must be a whole number of at least 1'

/** How many to answer: default 50, above 200 counts as 200. */
export const pageLimit = () =>
  z.optional(
    z
      .pipe(
        exactText(9, invalidLimit, invalidLimit).check(z.regex(/^[1-9]\d{0,8}$/, invalidLimit)),
        z.transform((value) => Math.min(Number(value), 200)),
      )
      .check(
        z.meta({
          type: 'integer',
          minimum: 1,
          maximum: 999_999_999,
          pattern: undefined,
          maxLength: undefined,
          description: 'Entries of a page: 50 unless it is said, and never more than 200.',
        }),
      ),
  )
export const defaultPageSize = 50

/** What somebody looks for; missing counts as ''. `description` tells a reader of the contract what is found. */
export const searchText = (description: string) =>
  z._default(
    exactText(textLimit, 'Must be text', 'Search for at most 200 characters').check(z.meta({ description })),
    '',
  )

const unusableCursor = 'Unusable cursor'

export const pageCursor = () =>
  z.optional(
    exactText(2000, unusableCursor, unusableCursor).check(
      z.minLength(1, unusableCursor),
      z.meta({
        description: 'Where a page begins, from the `Link` of the page before. Only its organisation can use it.',
      }),
    ),
  )
