import { CallError } from './call-error.ts'

/** Turns a 409 into a problem of `field`. Other errors stay as they are. */
export function conflictAt(field: string, error: unknown): unknown {
  if (!(error instanceof CallError) || error.status !== 409) return error
  const { status, detail } = error
  return new CallError({ status, detail, problems: [{ loc: ['body', field], msg: detail }] }, { cause: error })
}
