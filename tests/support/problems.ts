import * as z from 'zod/mini'
import type { Schema } from '#shared/api/contract.ts'

/** What a schema says against a value, as `place: message`; nothing when it takes it. */
export const problemsOf = (schema: Schema, value: unknown): string[] =>
  z.safeParse(schema, value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
