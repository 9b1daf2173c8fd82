import { CallError } from './call-error.ts'

/** A 409 that is about one field stands at that field; any other error stays what it is. */
export function conflictAt(field: string, error: unknown): unknown {
  if (!(error instanceof CallError) || error.status !== 409) return error
  const { status, detail } = error
  return new CallError({ status, detail, problems: [{ loc: ['body', field], msg: detail }] }, { cause: error })
}
