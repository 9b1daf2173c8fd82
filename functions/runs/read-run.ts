import type * as runs from '#shared/api/runs.ts'
import { aboutRun } from '../data/subjects.ts'
import type { Operation } from '../http/operation.ts'
import { findRun } from './find-run.ts'
import { noteWaiting } from './note-waiting.ts'
import { presentRun } from './present-run.ts'
import { requireDriverOrManager } from './require-driver.ts'

export const readRun: Operation<typeof runs.readRun> = async ({ caller, params, activity }, services) => {
  const run = await findRun(caller, params, services)
  requireDriverOrManager(caller, run)
  await activity.record({ action: 'run.read', ...aboutRun(run.date, run.person), count: run.deliveries.length })
  return presentRun({ ...run, item: await noteWaiting(run, caller, services) }, caller, services)
}
