import type * as runs from '#shared/api/runs.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { isId } from '#shared/model/fields.ts'
import { notASlipText } from '#shared/model/run.ts'
import { shortDay } from '#shared/rules/dates.ts'
import type { ReadSlipCode } from '#shared/rules/slip-codes.ts'
import { isFinalStatus } from '#shared/rules/transitions.ts'
import { deliveryIdFromListKey, type StoredDelivery } from '../data/entities/delivery.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { changeAndPresentDelivery } from '../deliveries/change-delivery.ts'
import { maySeeDelivery } from '../deliveries/delivery-access.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import { refuseClosedRun } from '../deliveries/run-of.ts'
import { areCurrentSlipCharacters, parseSlipCode } from '../deliveries/slip.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { refuseStaleRun, runVersionWrite } from './change-run.ts'
import { findRun, type RunIdentity } from './find-run.ts'
import { presentPackage } from './present-run.ts'
import { requireDriverOrManager } from './require-driver.ts'

const conflict = (detail: string) => new AppError('conflict', detail)

/** Marks a package as loaded. A request for a package that is loaded already changes nothing and gets the same kind of response. */
export const loadPackage: Operation<typeof runs.loadPackage> = async (request, services) => {
  const { body, caller, params, version, idempotency, activity } = request
  const code = body.code === undefined ? undefined : parseSlipCode(body.code)
  const run = await findRun(caller, params, services)
  requireDriverOrManager(caller, run)
  refuseStaleRun(run, version)
  refuseClosedRun(run.item)
  const id = code ? await deliveryIdOfSlip(code, caller, services) : (body.delivery_id ?? '')
  const change = changeAndPresentDelivery(
    { caller, params: { id }, version: undefined, idempotency, activity },
    services,
    {
      async decide(delivery) {
        requireLoadablePackage(delivery, params)
        if (code && !(await areCurrentSlipCharacters(code.slip, delivery, services)))
          throw conflict('This slip is out of date. Print it again.')
        if (delivery.loaded_at !== null) return undefined
        const also = [runVersionWrite(request)]
        return { action: 'delivery.loaded', fields: { loaded_at: services.now().toISOString() }, also }
      },
      present: (delivery) => presentPackage(run, delivery, { caller, services }),
    },
  )
  // If the caller may see no delivery with the slip's id, the slip is treated as one of another organisation.
  return change.catch((error) => {
    const isUnknown = code && error instanceof AppError && error.code === 'notFound'
    throw isUnknown ? invalidFieldError('code', notASlipText, error.hides) : error
  })
}

/** Throws a 409 unless the package is on this run and has yet to go out. */
export function requireLoadablePackage(
  { status, pharmacist_id, pharmacist_name, delivery_date }: StoredDelivery,
  { date, user_id }: RunIdentity,
): void {
  if (status === 'pending' || status === 'unassigned') throw conflict('This package is not assigned yet')
  if (isFinalStatus(status) || pharmacist_id === null) throw conflict(`This delivery is ${statusInWords(status)}`)
  if (pharmacist_id !== user_id) throw conflict(`This package is on ${pharmacist_name}'s run`)
  if (delivery_date !== date)
    throw conflict(`This package is on ${pharmacist_name}'s run for ${shortDay(delivery_date)}`)
  if (status !== 'assigned') throw conflict(`This delivery is ${statusInWords(status)}`)
}

/** How many deliveries with the same beginning of their ids are compared. The slip's other characters tell them apart. */
const alike = 20

/**
 * Returns the id of the delivery to which a slip belongs. A typed code contains only the beginning of that id; if it fits none of
 * the deliveries that the caller may see, throws a 422.
 */
async function deliveryIdOfSlip(code: ReadSlipCode, caller: Caller, services: Services): Promise<string> {
  if (isId(code.id)) return code.id
  const { sortKeys } = await services.table.query(caller.keys.ofCode(code.id), { limit: alike })
  const ids = sortKeys.map(deliveryIdFromListKey).filter((id) => id.startsWith(code.id))
  const found = await readDeliveries(ids, caller, services.table)
  const known = await meantBy(
    code,
    found.filter((delivery) => maySeeDelivery(caller, delivery)),
    services,
  )
  if (known) return known.id
  const hidden = await meantBy(code, found, services)
  throw invalidFieldError('code', notASlipText, hidden && aboutDelivery(hidden))
}

async function meantBy(code: ReadSlipCode, found: readonly StoredDelivery[], services: Services) {
  for (const delivery of found)
    if (found.length === 1 || (await areCurrentSlipCharacters(code.slip, delivery, services))) return delivery
  return undefined
}
