import * as z from 'zod/mini'
import { invalidDate, isCalendarDate, isTimeZone } from '../rules/dates.ts'
import { lazy } from './lazy.ts'

// `z.meta` tells the OpenAPI document what JSON Schema can say about a rule that is code; the builds of web and functions drop it.
// `readable`: only printable characters are allowed. `trimmed`: blanks at both ends don't count. `orEmpty`: '' is allowed beside
// the format.

/** The most characters of a name, an address line or a number, and of free text. */
export const textLimit = 200
export const notesLimit = 2000

/** The most characters of an e-mail address. */
export const emailLimit = 254

const tooLong = (limit: number) => `Must be at most ${limit} characters`

/** Control characters, line and paragraph separators, and the replacement character of a failed decoding. */
const notInALine = /[\p{Cc}\u2028\u2029\ufffd]/u
/** The same set, except that line feeds and tabs are allowed. */
const notInNotes = /[^\P{Cc}\n\t]|\ufffd/u

/** Refuses unpaired surrogates and the characters that `unwanted` matches. No further check runs on a refused text. */
const readable = (unwanted = notInALine) =>
  z.refine<string>((value) => value.isWellFormed() && !unwanted.test(value), {
    error: 'Contains a character that cannot be used',
    abort: true,
  })

/** Limits the length of a text, in characters. No further check runs on a text that is too long. */
export const atMost = (limit: number, error = tooLong(limit)) => z.maxLength(limit, { error, abort: true })

/** One trimmed line, which may be empty. */
export const text = (limit = textLimit, message = 'Must be text') =>
  z.string(message).check(readable(), z.trim(), atMost(limit), z.meta({ readable: 'line', trimmed: true }))

/** One trimmed line, which may be empty or missing; missing is ''. */
export const optionalText = (limit = textLimit) => z._default(text(limit), '')

/** One trimmed line that must not be empty. `message` is the error for a missing or a blank one. */
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

/**
 * One line that is not trimmed: a password, a token, a fixed format. `message` is the error for anything but text, `beyond` for a
 * text that is too long.
 */
export const exactText = (limit: number, message: string, beyond = tooLong(limit)) =>
  z.string(message).check(readable(), atMost(limit, beyond), z.meta({ readable: 'line' }))

interface ListOptions {
  limit: number
  /** The plural noun for the entries in error messages, such as `rows`. */
  noun: string
  /** The error for a missing or an empty list. Without it, an empty list is allowed. */
  needed?: string
}

export const externalIdName = 'External ID'

/** The id of a patient or a delivery in another system; '' for none. Unique within the organisation. */
export const externalId = () => optionalText(64)

/** The external id in an answer, which may come from a release that had none. */
export const answeredExternalId = () => z.catch(z.string(), '')

/** Checks the length of a list before its entries, so that a list that is too long is one problem and not one for each entry. */
export function list<E extends z.ZodMiniType>(entry: E, { limit, noun, needed }: ListOptions) {
  const beyond = `Must be at most ${limit} ${noun}`
  const bounded = z.transform((sent: z.input<E>[], { issues }) => {
    if (Array.isArray(sent) && sent.length > limit) issues.push({ code: 'custom', input: sent, message: beyond })
    return sent
  })
  const least = needed === undefined ? [] : [z.minLength(1, needed)]
  const entries = z.array(entry, needed ?? 'Must be a list').check(z.maxLength(limit, beyond), ...least)
  // The conversion accepts a missing value, so without `nonoptional` the list would be optional.
  return z.nonoptional(z.pipe(bounded, entries))
}

/** A list without its duplicates. */
export const distinctList = <E extends z.ZodMiniType>(entry: E, options: ListOptions) =>
  list(entry, options).check(z.overwrite((entries) => [...new Set(entries)]))

/** `a, b` becomes ['a', 'b']. Blanks around the commas are allowed, and duplicates are dropped. */
export const commaList = (message: string, limit = textLimit) =>
  z.pipe(
    exactText(limit, message, message),
    z.transform((entries) => [...new Set(entries.split(',').map((entry) => entry.trim()))].filter(Boolean)),
  )

/** A flag that is false if it is missing. */
export const flag = () => z._default(z.boolean('Must be true or false'), false)

export const flagWord = lazy(() => z.enum(['true', 'false']))

/** A flag of a multipart form: true or false, as a boolean or as text. */
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

/** A date `YYYY-MM-DD`. `message` is the error for a missing or an empty one. */
export const requiredDate = (message: string) =>
  dateOrNone(message).check(
    z.minLength(1, message),
    z.meta({ orEmpty: undefined, description: 'A day of the calendar.' }),
  )

/** A day or an instant in an answer. */
export const calendarDay = () => z.string().check(z.meta({ format: 'date' }))
export const instant = () => z.string().check(z.meta({ format: 'date-time' }))

/** A day in an answer. A missing one becomes '', which the screens show in words. */
export const answeredDate = () => z.catch(calendarDay(), '')
/** A day in an answer that may be ''. */
export const answeredDateOrNone = () => z.catch(z.string().check(z.meta({ format: 'date', orEmpty: true })), '')
export const answeredInstant = () => z.catch(instant(), '')

/** A day in an answer that may be null. */
export const answeredDateOrNull = () => z.catch(z.nullable(calendarDay()), null)

/** An instant in an answer that may be null. */
export const answeredInstantOrNull = () => z.catch(z.nullable(instant()), null)

/** An id, an e-mail address, or a count in an answer. */
export const answeredId = () => z.string().check(z.meta({ format: 'uuid' }))
export const answeredEmail = () => z.string().check(z.meta({ format: 'email' }))
export const answeredUrl = () => z.string().check(z.meta({ format: 'uri' }))
export const answeredCount = () => z.number().check(z.meta({ type: 'integer', minimum: 0 }))

const isInstant = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))

/** An ISO 8601 instant with an offset, or nothing. */
export const optionalInstant = () =>
  z.nullish(
    exactText(40, invalidDate, invalidDate).check(z.refine(isInstant, invalidDate), z.meta({ format: 'date-time' })),
  )

/** A date, or '' for none. */
export const optionalDate = () => z._default(dateOrNone(invalidDate), '')

const idInvalid = 'Must be an id'

/** An id in lower case, as ids are compared. Whether it exists is not checked. */
export const id = (message = idInvalid) =>
  exactText(textLimit, message, message).check(z.toLowerCase(), z.meta({ format: 'uuid' }))

/** An id, or none: both '' and null mean none. */
export const idOrNone = () =>
  z.nullable(
    z.pipe(
      id().check(z.meta({ orEmpty: true })),
      z.transform((value) => value || null),
    ),
  )

/** An id, or none: '', null and a missing value all mean none. */
export const optionalId = () => z._default(idOrNone(), null)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether it is a UUID in lower case, as the server makes them. */
export const isId = (value: string) => uuidPattern.test(value)

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const lastLabel = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]'

/** An address that SES accepts, or nothing. Each character matches in only one way, so matching takes linear time. */
const emailPattern = new RegExp(`^(?:(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${lastLabel})?$`)

const emailRule = (invalid: string) => z.refine<string>((value) => emailPattern.test(value), invalid)

/** An e-mail address, or ''. Its case is kept. */
export const emailOrNone = (invalid: string) =>
  text(emailLimit).check(emailRule(invalid), z.meta({ pattern: emailPattern.source }))

/** An e-mail address in lower case, as addresses are compared and stored. */
export const requiredEmail = (missing: string, invalid: string) =>
  requiredText(missing, emailLimit).check(
    emailRule(invalid),
    z.toLowerCase(),
    z.meta({ format: 'email', pattern: emailPattern.source }),
  )

const invalidLimit = 'Must be a whole number of at least 1'

/** The number of rows to return: 50 by default; more than 200 count as 200. */
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

/** A search; a missing one counts as ''. `description` says in the contract what is searched. */
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
