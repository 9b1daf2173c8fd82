import { unscopedKeys } from '#functions/data/table-keys.ts'
import { remove } from '#functions/data/writes.ts'
import type { TestApp } from './test-app.ts'

/** Forgets what is counted of a subject: a test that makes many calls from one place is not to meet their limit. */
export const forgetTries = ({ table }: TestApp, what: string, subject: string) =>
  table.write(remove(unscopedKeys.attempts(what, subject)))
