import * as z from 'zod/mini'
import { invalidDateText, isCalendarDate, isTimeZone } from '../rules/dates.ts'
import { lazy } from './lazy.ts'

// Many rules below are code, which the OpenAPI document cannot contain. `z.meta` describes them to the document, as far as JSON
// Schema can express them. Three of the keys are our own. `readable` is `line` for text of one line and `notes` for text of several
// lines; characters that such text cannot contain are refused. `trimmed`: blanks at both ends are removed. `orEmpty`: '' is allowed
// besides the format.

/** The most characters of one line, such as a name or a number. */
export const textLimit = 200
/** The most characters of a text with several lines. */
export const notesLimit = 2000

/** The most characters of an e-mail address. */
export const emailLimit = 254

const tooLong = (limit: number) => `Must be at most ${limit} characters`

/** Matches control characters, line and paragraph separators, and the replacement character of a failed decoding. */
const notInALine = /[\p{Cc}\u2028\u2029\ufffd]/u
/** Matches the replacement character of a failed decoding, and control characters except line feeds and tabs. */
const notInNotes = /[^\P{Cc}\n\t]|\ufffd/u

/**
 * Removes invisible characters that only say how a text is set, such as those that reverse it. People paste them with a name, and
 * with them one name can look like another.
 */
const withoutFormatCharacters = () => z.overwrite<string>((value) => value.replace(/\p{Cf}/gu, ''))

/** Refuses unpaired surrogates and all characters that `unwanted` matches. A refused text goes through no further checks. */
const readable = (unwanted = notInALine) =>
  z.refine<string>((value) => value.isWellFormed() && !unwanted.test(value), {
    error: 'Contains a character that is not allowed',
    abort: true,
  })

/**
 * Limits the length of a text, counted like `length`, so that an emoji counts as two characters or more. A text that is too long
 * goes through no further checks.
 */
export const limitTextLength = (limit: number, error = tooLong(limit)) => z.maxLength(limit, { error, abort: true })

/** One trimmed line, which may be empty. */
export const text = (limit = textLimit, message = 'Must be text') =>
  z
    .string(message)
    .check(
      readable(),
      withoutFormatCharacters(),
      z.trim(),
      limitTextLength(limit),
      z.meta({ readable: 'line', trimmed: true }),
    )

/** One trimmed line, which may be empty. If the field is missing, it becomes ''. */
export const optionalText = (limit = textLimit) => z._default(text(limit), '')

/** One trimmed line that must not be empty. `message` is the error if the text is missing or blank. */
export const requiredText = (message: string, limit = textLimit, beyond = tooLong(limit)) =>
  z
    .string(message)
    .check(
      readable(),
      withoutFormatCharacters(),
      z.trim(),
      limitTextLength(limit, beyond),
      z.minLength(1, message),
      z.meta({ readable: 'line', trimmed: true }),
    )

/** Trimmed text of several lines, which may be empty. */
export const notes = (limit = notesLimit) =>
  z
    .string('Must be text')
    .check(readable(notInNotes), z.trim(), limitTextLength(limit), z.meta({ readable: 'notes', trimmed: true }))

/** Trimmed text of several lines, which may be empty. If the field is missing, it becomes ''. */
export const optionalNotes = (limit = notesLimit) => z._default(notes(limit), '')

/**
 * One line that is not trimmed, such as a password, a token or a fixed format. `message` is the error for a value that is not text,
 * `beyond` for text that is too long.
 */
export const exactText = (limit: number, message: string, beyond = tooLong(limit)) =>
  z.string(message).check(readable(), limitTextLength(limit, beyond), z.meta({ readable: 'line' }))

/** One line as a scanner types it: the line end behind it is left out. */
export const scannedText = (limit: number, message: string, beyond = tooLong(limit)) =>
  z
    .string(message)
    .check(z.trim(), readable(), limitTextLength(limit, beyond), z.meta({ readable: 'line', trimmed: true }))

interface ListOptions {
  limit: number
  /** The plural noun for the list's entries in error messages, such as `rows`. */
  noun: string
  /** The error for a missing or empty list. If it is not set, an empty list is allowed. */
  needed?: string
}

export const externalIdLabel = 'External ID'

/**
 * The id that a patient or delivery has in another system. No two patients of an organisation share one, and no two deliveries.
 * Empty if there is none.
 */
export const externalId = () => optionalText(64)

/** A list. If it is too long, its entries are not checked, so that it causes a single error. */
export function list<E extends z.ZodMiniType>(entry: E, { limit, noun, needed }: ListOptions) {
  const beyond = `Must be at most ${limit} ${noun}`
  const bounded = z.transform((sent: z.input<E>[], { issues }) => {
    if (Array.isArray(sent) && sent.length > limit) issues.push({ code: 'custom', input: sent, message: beyond })
    return sent
  })
  const least = needed === undefined ? [] : [z.minLength(1, needed)]
  const entries = z.array(entry, needed ?? 'Must be a list').check(z.maxLength(limit, beyond), ...least)
  // Without `nonoptional` the list would be optional, because `bounded` accepts a missing value.
  return z.nonoptional(z.pipe(bounded, entries))
}

/** A list from which duplicates are removed. */
export const distinctList = <E extends z.ZodMiniType>(entry: E, options: ListOptions) =>
  list(entry, options).check(z.overwrite((entries) => [...new Set(entries)]))

/**
 * Parses a comma-separated list: `a, b` becomes ['a', 'b']. Blanks around commas are ignored; duplicates and empty entries are
 * dropped.
 */
export const commaList = (message: string, limit = textLimit) =>
  z.pipe(
    exactText(limit, message, message),
    z.transform((entries) => [...new Set(entries.split(',').map((entry) => entry.trim()))].filter(Boolean)),
  )

/** A flag that is false if the field is missing. */
export const flag = () => z._default(z.boolean('Must be true or false'), false)

export const flagWord = lazy(() => z.enum(['true', 'false']))

/** A flag of a multipart form: true or false, either as a boolean or as text. */
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

/** An amount from 0 to 999,999.99 dollars with at most two decimals. */
export const dollars = () =>
  z.number('Must be a number').check(
    z.gte(0, 'Cannot be negative'),
    z.lte(centsLimit / 100, 'Must be less than $1,000,000'),
    z.refine((value) => Math.round(value * 100) / 100 === value, 'Must have at most two decimals'),
    z.meta({ multipleOf: 0.01 }),
  )

/** A date `YYYY-MM-DD`, or '' for none. */
const dateOrNone = (message: string) =>
  exactText('YYYY-MM-DD'.length, message, invalidDateText).check(
    z.refine((value) => value === '' || isCalendarDate(value), invalidDateText),
    z.meta({ format: 'date', orEmpty: true, doc: 'day or none' }),
  )

const unknownTimeZone = 'Unknown time zone'
const longestTimeZone = 64

/** The IANA name of a time zone, such as `America/New_York`. */
export const timeZone = () =>
  exactText(longestTimeZone, unknownTimeZone, unknownTimeZone).check(
    z.refine(isTimeZone, unknownTimeZone),
    z.meta({ doc: 'time zone' }),
  )

/** A date `YYYY-MM-DD`. `message` is the error if it is missing or empty. */
export const requiredDate = (message: string) =>
  dateOrNone(message).check(z.minLength(1, message), z.meta({ orEmpty: undefined, doc: 'day' }))

// The schemas below whose names end in `InAnswer` only check that a value is a text or a number. Their formats and limits are for
// the OpenAPI document.

/** A day in a response, `YYYY-MM-DD`. */
export const requiredDateInAnswer = () => z.string().check(z.meta({ format: 'date' }))
/** An instant in a response, in ISO 8601. */
export const requiredInstantInAnswer = () => z.string().check(z.meta({ format: 'date-time' }))

/** A day in a response. If it is missing, it becomes '', for which the screens show a text instead of a date. */
export const dateInAnswer = () => z.catch(requiredDateInAnswer(), '')
/** A day in a response, or '' if there is none. */
export const dateOrNoneInAnswer = () => z.catch(z.string().check(z.meta({ format: 'date', orEmpty: true })), '')
export const instantInAnswer = () => z.catch(requiredInstantInAnswer(), '')

/** A day in a response, or null. */
export const dateOrNullInAnswer = () => z.catch(z.nullable(requiredDateInAnswer()), null)

/** An instant in a response, or null. */
export const instantOrNullInAnswer = () => z.catch(z.nullable(requiredInstantInAnswer()), null)

export const idInAnswer = () => z.string().check(z.meta({ format: 'uuid' }))

export const emailInAnswer = () => z.string().check(z.meta({ format: 'email' }))

export const urlInAnswer = () => z.string().check(z.meta({ format: 'uri' }))

/** A count in a response: a whole number, at least 0. */
export const countInAnswer = () => z.number().check(z.meta({ type: 'integer', minimum: 0 }))

const isInstant = (value: string) =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))

/** An ISO 8601 instant with an offset. It may be null or missing. */
export const optionalInstant = () =>
  z.nullish(
    exactText(40, invalidDateText, invalidDateText).check(
      z.refine(isInstant, invalidDateText),
      z.meta({ format: 'date-time' }),
    ),
  )

/** A date `YYYY-MM-DD`, or '' for none. If the field is missing, it becomes ''. */
export const optionalDate = () => z._default(dateOrNone(invalidDateText), '')

const idInvalid = 'Must be an id'

/**
 * A text for an id, converted to lower case for comparison. The schema checks neither that the text is a UUID nor that the id
 * exists. A caller who needs a UUID adds the check `isId`.
 */
export const id = (message = idInvalid) =>
  exactText(textLimit, message, message).check(z.toLowerCase(), z.meta({ format: 'uuid' }))

/** An id or null. '' also becomes null. */
export const idOrNone = () =>
  z.nullable(
    z.pipe(
      id().check(z.meta({ orEmpty: true })),
      z.transform((value) => value || null),
    ),
  )

/** An id or null. '' and a missing field also become null. */
export const optionalId = () => z._default(idOrNone(), null)

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text is a UUID in lower case, which is the form of the server's ids. */
export const isId = (value: string) => uuidPattern.test(value)

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const lastLabel = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]'

/**
 * Matches an e-mail address that SES accepts, or ''. Each repeated part ends at an `@` or `.`, which the part itself cannot
 * contain, so that matching takes linear time.
 */
const emailPattern = new RegExp(`^(?:(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${lastLabel})?$`)

const emailRule = (invalid: string) => z.refine<string>((value) => emailPattern.test(value), invalid)

/** An e-mail address or ''. Upper and lower case are kept. */
export const emailOrNone = (invalid: string) =>
  text(emailLimit).check(emailRule(invalid), z.meta({ pattern: emailPattern.source }))

/** An e-mail address, converted to lower case for comparison and storage. */
export const requiredEmail = (missing: string, invalid: string) =>
  requiredText(missing, emailLimit).check(
    emailRule(invalid),
    z.toLowerCase(),
    z.meta({ format: 'email', pattern: emailPattern.source }),
  )

const invalidLimit = 'Must be a whole number of at least 1'

/**
 * The query parameter `limit`, the wanted number of rows. A number above 200 becomes 200, and the list of call-backs returns at
 * most 100. Without a number, most lists return `defaultPageSize` rows.
 */
export const pageLimitParameter = () =>
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
          doc: 'page limit',
        }),
      ),
  )
export const defaultPageSize = 50

/** The text of a search. If it is missing, it becomes ''. `doc` names the text that says what is searched. */
export const searchText = (doc: string) =>
  z._default(
    scannedText(textLimit, 'Must be text', 'Search text must be at most 200 characters').check(z.meta({ doc })),
    '',
  )

const unusableCursor = 'Invalid cursor'

export const pageCursor = () =>
  z.optional(
    exactText(2000, unusableCursor, unusableCursor).check(
      z.minLength(1, unusableCursor),
      z.meta({ doc: 'page cursor' }),
    ),
  )

/** A whole number from `least` to `most`, or `besides`. */
export const wholeBetween = (least: number, most: number, message: string, besides?: number) =>
  z.number(message).check(
    z.refine((value) => value === besides || (Number.isInteger(value) && value >= least && value <= most), message),
    z.meta({
      type: 'integer',
      minimum: besides ?? least,
      maximum: most,
      ...(besides !== undefined && { not: { exclusiveMinimum: besides, exclusiveMaximum: least } }),
    }),
  )
