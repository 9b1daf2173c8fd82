import { deliveryStatuses } from '#shared/model/delivery.ts'
import { isId } from '#shared/model/fields.ts'
import { notASlip } from '#shared/model/run.ts'
import { isOpen } from '#shared/rules/transitions.ts'
import type { StoredDeliveryRow } from '../../data/entities.ts'
import { dayEnd, dayStart } from '../../data/keys.ts'
import { invalidField } from '../../http/app-error.ts'
import type { Caller } from '../../http/operation.ts'
import type { Services } from '../../http/services.ts'
import { mayKnow } from '../may-know.ts'
import { isCurrent, type SlipCode } from '../slip.ts'
import type { FoundRun } from './find-run.ts'

/**
 * The id of the delivery that a slip names. A typed code has the beginning of an id alone: it is looked for on the run, then among all
 * deliveries of the day, then among the open ones of other days.
 */
export async function findPackage(code: SlipCode, run: FoundRun, caller: Caller, services: Services): Promise<string> {
  if (isId(code.id)) return code.id
  const { table } = services
  const day = { from: dayStart(run.date), to: dayEnd(run.date) }
  const places = [
    async () => run.deliveries,
    () => readAll(deliveryStatuses.map((status) => table.queryAll(caller.keys.ofStatus(status), day))),
    () => readAll(deliveryStatuses.filter(isOpen).map((status) => table.queryAll(caller.keys.ofStatus(status)))),
  ]
  for (const read of places) {
    const found = (await read()).filter((row) => row.id.startsWith(code.id) && mayKnow(caller, row))
    for (const row of found) if (found.length === 1 || (await isCurrent(code.slip, row, services))) return row.id
  }
  throw invalidField('code', notASlip)
}

const readAll = async (reads: readonly Promise<StoredDeliveryRow[]>[]) => (await Promise.all(reads)).flat()
