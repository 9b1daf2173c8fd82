import { unscopedKeys } from '#functions/data/table-keys.ts'
import { remove } from '#functions/data/writes.ts'
import type { TestApp } from './test-app.ts'

/** Resets the count of a limit, for tests that make more calls from one address than the limit allows. */
export const forgetTries = ({ table }: TestApp, what: string, subject: string) =>
  table.write(remove(unscopedKeys.attempts(what, subject)))
