import * as z from 'zod/mini'
import type { Schema } from '#shared/model/lazy.ts'

/** Returns the problems that a schema finds in a value, as `field: message`. Empty if the schema accepts the value. */
export const problemsOf = (schema: Schema, value: unknown): string[] =>
  z.safeParse(schema, value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
