import * as z from 'zod/mini'
import type { Schema } from '#shared/model/lazy.ts'

/** What a schema refuses in a value, as `place: message`. Empty when it accepts the value. */
export const problemsOf = (schema: Schema, value: unknown): string[] =>
  z.safeParse(schema, value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
