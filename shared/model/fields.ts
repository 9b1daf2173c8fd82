import * as z from 'zod/mini'
import { invalidDate } from '../rules/dates.ts'

/** Most characters of a name, an address line, a number; and of free text. */
export const textLimit = 200
export const notesLimit = 2000

const tooLong = (limit: number) => `Must be at most ${limit} characters`

/** Trimmed text that may be empty. */
export const text = (limit = textLimit) => z.string('Must be text').check(z.trim(), z.maxLength(limit, tooLong(limit)))

/** Trimmed text that may be empty or missing; missing is ''. */
export const optionalText = (limit = textLimit) => z._default(text(limit), '')

/** Trimmed text that is neither missing nor blank: `message` says so either way. */
export const requiredText = (message: string, limit = textLimit) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(limit, tooLong(limit)))

/** A field of a change: what is not sent stays, where its form has a default. */
export const sent = <S extends z.ZodMiniType>(field: z.ZodMiniDefault<S>) => z.optional(field.def.innerType)

/** A flag that is false when it is missing. */
export const flag = () => z._default(z.boolean('Must be true or false'), false)

/** A flag of a multipart form: true, false or their words. */
export const formFlag = () =>
  z._default(
    z.pipe(
      z.union([z.boolean(), z.enum(['true', 'false'])], 'Must be true or false'),
      z.transform((value) => value === true || value === 'true'),
    ),
    false,
  )

const centsLimit = 99_999_999

/** Dollars with at most two decimals, 0 to 999,999.99. */
export const dollars = () =>
  z.number('Must be a number').check(
    z.gte(0, 'Cannot be negative'),
    z.lte(centsLimit / 100, 'Must be less than $1,000,000'),
    z.refine((value) => Math.round(value * 100) / 100 === value, 'Must have at most two decimals'),
  )

const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether `value` is a day of the calendar, `YYYY-MM-DD`. */
export function isCalendarDate(value: string) {
  if (!calendarDate.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
}

/** A date `YYYY-MM-DD`; a missing or empty one says `message`. */
export const requiredDate = (message: string) =>
  z.string(message).check(
    z.minLength(1, message),
    z.refine((value) => value === '' || isCalendarDate(value), invalidDate),
  )

/** A date or instant of an answer, '' when it is missing: screens have words for that. */
export const answeredDate = () => z.catch(z.string(), '')

/** As `answeredDate`, of what need not have happened. */
export const answeredDateOrNull = () => z.catch(z.nullable(z.string()), null)

/** A date or '' for none. */
export const optionalDate = () =>
  z._default(z.string(invalidDate).check(z.refine((value) => value === '' || isCalendarDate(value), invalidDate)), '')

/** An id that may be absent: '' and null both mean none. */
export const optionalId = () =>
  z._default(
    z.nullable(
      z.pipe(
        z.string('Must be an id').check(z.maxLength(textLimit, 'Must be an id')),
        z.transform((value) => value || null),
      ),
    ),
    null,
  )

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Lower-case UUID as the server makes them. */
export const isId = (value: string) => uuidPattern.test(value)

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Loose on purpose: only a mail that arrives proves an address. */
export const looksLikeEmail = (value: string) => emailPattern.test(value)

/** How many to answer: default 50, above 200 counts as 200. */
export const pageLimit = () =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Must be a whole number of at least 1')),
      z.transform((value) => Math.min(Number(value), 200)),
    ),
  )
export const defaultPageSize = 50

export const pageCursor = () => z.optional(z.string().check(z.minLength(1), z.maxLength(2000, 'Unusable cursor')))
