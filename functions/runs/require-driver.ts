import { requirePersonOrManager } from '../deliveries/delivery-access.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { FoundRun } from './find-run.ts'

/** Throws a 403 for callers who neither manage deliveries nor are the driver of the run. */
export const requireDriverOrManager = (caller: Caller, { person }: FoundRun): void =>
  requirePersonOrManager(caller, person.id)

/**
 * Throws a 403 for everybody except the driver of the run. If the driver can no longer sign in, people who manage deliveries are
 * allowed too.
 */
export function requireDriver(caller: Caller, run: FoundRun): void {
  requireDriverOrManager(caller, run)
  if (!run.isPastDriver && run.person.id !== caller.user.id)
    throw new AppError('forbidden', 'Only the driver of this run can close it')
}
