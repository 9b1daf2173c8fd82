import type * as patients from '#shared/api/patients.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import { changesBetween } from '../data/changes.ts'
import { deliveryIdFromListKey, type StoredDelivery } from '../data/entities/delivery.ts'
import { type StoredPatient, searchFolding } from '../data/entities/patient.ts'
import { claimedExternalIds } from '../data/external-ids.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { sortKeyAfter } from '../data/sort-keys.ts'
import { aboutDelivery, aboutPatient } from '../data/subjects.ts'
import { put, transactionLimit, update, type Write } from '../data/writes.ts'
import { AppError, invalidFieldError, notFoundError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { comparablePatient } from '../patients/comparable-patient.ts'
import { currentPatientOf, findCurrentPatient } from '../patients/current-patient.ts'
import {
  eventFieldsOfPatient,
  patientSearchEntryWrites,
  presentPatient,
  unchangedPatientGuard,
} from '../patients/patient-writes.ts'
import { receivedFields, unchangedDeliveryGuard, unknownPatientError } from './compose-delivery-change.ts'
import { readDeliveries } from './read-deliveries.ts'
import { wasReceived } from './run-of.ts'

/** The most patients that can be merged into one, so that each merge fits into one transaction. */
const mergedLimit = 10

/** The most deliveries that one transaction moves. Each write of a patient makes other writes of that patient wait. */
const movedAtOnce = 25

interface Merge {
  source: StoredPatient
  target: StoredPatient
  caller: Caller
  services: Services
  activity: EventRecorder<'patient.merged' | 'patient.read' | 'delivery.edited'>
}

/**
 * Merges a patient into another one. The deliveries move in parts, the oldest first. The last part moves in the transaction that marks
 * the patient as merged, which fails if a delivery was added in between. So an interrupted merge leaves two patients, each with its own
 * deliveries, and a repeated one continues.
 */
export const mergePatient: Operation<typeof patients.mergePatient> = async (request, services) => {
  const { body, params, activity } = request
  if (body.into === params.id) throw invalidFieldError('into', 'A patient cannot be merged with itself')
  const isMerged = await retryIfOvertaken(async () => {
    const merge = await findBoth(request, services)
    if (merge.source.merged_into) return false
    const others = composeMerge(merge, []).writes.length + eventWriteCount
    const room = Math.floor((transactionLimit - others) / writesForEach)
    const last = await moveAllButLast(merge, Math.min(movedAtOnce, Math.max(0, room)))
    const { event, writes } = composeMerge(merge, last)
    await activity.record([{ action: 'patient.merged', ...event }, ...last.map(movedEvent(merge))], ...writes)
    return true
  })
  // An index may have shown the newest deliveries late, and a merge the other way round may have moved some here meanwhile.
  const stayed = await retryIfOvertaken(async () => {
    const merge = await findBoth(request, services)
    await moveAllButLast(merge, 0)
    return merge.target
  })
  if (!isMerged) await activity.record({ action: 'patient.read', ...aboutPatient(stayed) })
  return presentPatient(stayed)
}

/** How many writes the event of a merge takes: one under each of the two patients. */
const eventWriteCount = 2

/** How many writes move one delivery: its own and that of its event. */
const writesForEach = 2

interface MergeRequest extends Pick<Merge, 'caller' | 'activity'> {
  body: { into: string }
  params: { id: string }
}

/**
 * Finds the two patients. `into` may be a patient who was merged into another one in the meantime. Throws a 409 if the source was
 * merged into someone else.
 */
async function findBoth({ body, params, caller, activity }: MergeRequest, services: Services): Promise<Merge> {
  const { table } = services
  const { keys } = caller
  const source = await table.get(keys.patient(params.id))
  if (!source || (source.deleted_at && !source.merged_into))
    throw notFoundError('Patient', source && aboutPatient(source))
  const target = await findCurrentPatient(table, keys, body.into)
  if (!target) throw unknownPatientError('into')
  if (target.id === source.id) throw new AppError('conflict', 'These patients were already merged')
  const merge = { source, target, caller, services, activity }
  if (!source.merged_into) return merge
  const current = await currentPatientOf(table, keys, source)
  if (current?.id === target.id) return merge
  throw new AppError('conflict', 'This patient was already merged into another one')
}

/** Moves the source's deliveries, but for at most `room` of the latest. Returns those. */
async function moveAllButLast(merge: Merge, room: number): Promise<StoredDelivery[]> {
  const { source, caller, services, activity } = merge
  let waiting: StoredDelivery[] = []
  for (let from: string | undefined, more = true; more; ) {
    const page = await services.table.query(caller.keys.ofPatient(source.id), { from, limit: movedAtOnce })
    const last = page.sortKeys.at(-1)
    more = page.more && last !== undefined
    from = last && sortKeyAfter(last)
    const found = await readDeliveries(page.sortKeys.map(deliveryIdFromListKey), caller, services.table)
    waiting.push(...found.filter(({ patient_id }) => patient_id === source.id))
    while (waiting.length > room) {
      const part = waiting.slice(0, movedAtOnce)
      await activity.record(part.map(movedEvent(merge)), ...partWrites(merge, part))
      waiting = waiting.slice(part.length)
    }
  }
  return waiting
}

/** Returns the writes that move some deliveries while both patients stay in the directory. */
function partWrites(merge: Merge, part: readonly StoredDelivery[]): Write[] {
  const { source, target, caller } = merge
  const open = countOpen(part)
  const moved = fieldsFromMoved(part)
  return [
    ...part.map((delivery) => movingWrite(merge, delivery)),
    update(caller.keys.patient(source.id), { add: { open_deliveries: -open } }),
    update(
      caller.keys.patient(target.id),
      { add: { open_deliveries: open }, ...(moved && { set: moved }) },
      { exists: true, hasNot: ['deleted_at'], refused: () => new OvertakenError() },
    ),
  ]
}

/**
 * Returns the write that gives a delivery another patient. It keeps the details that it copied from the old one, because its package
 * is still on its way to that address, and people who saw the delivery before can go on changing it.
 */
function movingWrite({ target, caller, services }: Merge, stored: StoredDelivery): Write {
  const next: StoredDelivery = {
    ...stored,
    patient_id: target.id,
    version: stored.version + 1,
    same_since_version: stored.same_since_version ?? stored.version,
    updated_at: services.now().toISOString(),
  }
  return put(caller.keys.delivery(stored.id), next, {
    ...unchangedDeliveryGuard(stored),
    refused: () => new OvertakenError(),
  })
}

/** Returns the function that makes the event of a delivery that moves. */
const movedEvent =
  ({ source, target }: Merge) =>
  (delivery: StoredDelivery) => ({
    action: 'delivery.edited' as const,
    ...aboutDelivery({ ...delivery, patient_id: target.id }),
    changes: [{ field: 'patient_id', from: source.id, to: target.id }],
  })

const countOpen = (deliveries: readonly StoredDelivery[]) =>
  deliveries.filter(({ status }) => isOpenStatus(status)).length

/** Returns the fields of the patient who stays that follow from the deliveries that move. */
function fieldsFromMoved(deliveries: readonly StoredDelivery[]) {
  const received = deliveries.find(wasReceived)
  return received && receivedFields(received.id)
}

/** Computes the patient who stays, and the event and the writes of a merge that moves these last deliveries. */
function composeMerge(merge: Merge, rest: readonly StoredDelivery[]) {
  const { source, target, caller, services } = merge
  const { keys } = caller
  const { id, name, external_id } = source
  const merged = [...(target.merged ?? []), ...(source.merged ?? []), { id, name, external_id }]
  if (merged.length > mergedLimit)
    throw new AppError('conflict', `At most ${mergedLimit} patients can be merged into one`)
  const at = services.now().toISOString()
  const fields = { ...takenFields(merge), merged, version: target.version + 1, updated_at: at }
  const next: StoredPatient = { ...target, ...fields, folding: searchFolding }
  const open = countOpen(rest)
  return {
    event: {
      ...aboutPatient(source),
      mentions: [aboutPatient(next)],
      changes: [
        { field: 'merged_into', from: null, to: next.name },
        ...changesBetween(eventFieldsOfPatient(target), eventFieldsOfPatient(next)),
      ],
    },
    writes: [
      ...rest.map((delivery) => movingWrite(merge, delivery)),
      update(
        keys.patient(id),
        {
          set: { deleted_at: at, merged_into: target.id, has_delivered: false },
          add: { version: 1, open_deliveries: -open },
        },
        // A delivery that was planned since the others were read makes the count larger.
        { ...unchangedPatientGuard(source), atMost: { open_deliveries: open } },
      ),
      update(
        keys.patient(target.id),
        {
          set: { ...fields, folding: searchFolding, ...fieldsFromMoved(rest) },
          add: { open_deliveries: open },
        },
        unchangedPatientGuard(target),
      ),
      ...patientSearchEntryWrites(keys, source, undefined),
      ...patientSearchEntryWrites(keys, target, next),
      ...[...claimedExternalIds(source)].map((own) =>
        put(keys.externalId('patient', own), { of: 'patient', id: target.id }),
      ),
      // A row of a later import that describes the merged patient means the one that stays.
      put(keys.importedPatient(comparablePatient(source)), { id }),
    ],
  }
}

/** Returns the fields that the patient who stays takes from the other one. */
const takenFields = ({ source, target }: Merge) => ({
  external_id: target.external_id || source.external_id,
  known_patient: target.known_patient || source.known_patient,
  // A patient who unsubscribed must not get updates again because of a merge.
  notices: target.notices === 'default' && source.notices === 'none' ? source.notices : target.notices,
})
