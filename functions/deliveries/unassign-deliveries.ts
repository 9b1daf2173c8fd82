import { systemActor } from '#shared/model/activity.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { isFinalStatus, statusAfterAssignment } from '#shared/rules/transitions.ts'
import { dueUpperBound } from '../data/entities/mail.ts'
import type { UnassignTask } from '../data/entities/unassign-task.ts'
import { unassignTaskPartition } from '../data/entities/unassign-task.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { readOrganisation } from '../data/organisations.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { runInTenant, runOutsideTenants } from '../data/scope.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { put, remove, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import { isTemporaryFailure } from '../failures/temporary-failures.ts'
import type { Caller } from '../http/operation.ts'
import { type EventRecorder, openEventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { systemCaller } from '../http/system-caller.ts'
import { changeDelivery } from './change-delivery.ts'
import { isEligiblePharmacist } from './find-pharmacist.ts'
import { isPackageOut } from './run-of.ts'

const pageSize = 25

/** After this time, a worker starts no further task and takes back no further delivery. A later run does the rest. */
const runMs = 12_000

/** How long a task is leased to the worker that claimed it. After this time, any worker may claim it again. */
const leaseMs = 60_000

/**
 * How old a task has to be before it counts as done. A younger task that finds no more deliveries is tried again, because an index
 * may still lack a delivery that was assigned just before the task was created.
 */
const settledMs = 60_000

/** The statuses in which a delivery can be taken away from its driver. */
const heldStatuses: readonly DeliveryStatus[] = ['assigned', 'in_progress', 'pending', 'failed']

/**
 * Whether a package stays with a driver who was deactivated or deleted: it is in their car until it is back or someone takes it
 * over. Managers see it on the attention list.
 */
const staysWith = ({ is_active }: StoredUser, delivery: Parameters<typeof isPackageOut>[0]) =>
  !is_active && isPackageOut(delivery)

/** Takes deliveries away from people who may no longer deliver. Several workers can run in parallel and share the tasks. */
export const unassignDeliveries = (services: Services): Promise<void> =>
  runOutsideTenants(async () => {
    const end = services.now().getTime() + runMs
    for (;;) {
      const due = { to: dueUpperBound(services.now()), limit: pageSize, consistent: true }
      const { items } = await services.table.query(unassignTaskPartition, due)
      if (items.length === 0) return
      for (const found of items) {
        if (services.now().getTime() > end) return
        await runInTenant(found.tenant_id, () => work(services, found, end))
      }
    }
  })

/**
 * Works on one task. If the task fails or isn't finished, it is due again when its lease ends. A failure doesn't stop the other
 * tasks.
 */
async function work(services: Services, found: UnassignTask, end: number): Promise<void> {
  const due_at = new Date(services.now().getTime() + leaseMs).toISOString()
  const task = { ...found, due_at }
  try {
    if (!(await move(services, found, put(unscopedKeys.unassignTask(task), task)))) return
    const forgotten = await takeBack(services, task, end)
    if (forgotten) await move(services, task, ...forgotten)
  } catch (error) {
    const failure = error instanceof Error ? error : new Error()
    const line = { task_id: task.id, error: failure.name }
    if (failure instanceof OvertakenError || isTemporaryFailure(failure)) services.log.warn('taking back', line)
    else services.log.error('deliveries not taken back', line)
  }
}

/** Replaces or removes a task; returns false if another worker has claimed it meanwhile. */
async function move({ table }: Services, task: UnassignTask, ...writes: Write[]): Promise<boolean> {
  try {
    const refused = () => new OvertakenError()
    await table.write(remove(unscopedKeys.unassignTask(task), { exists: true, refused }), ...writes)
    return true
  } catch (error) {
    if (error instanceof OvertakenError) return false
    throw error
  }
}

/**
 * Takes back the deliveries of one task. Returns undefined if the task has to be tried again, because deliveries were found or may
 * still appear in the lagging index. Otherwise returns the writes that remove the deleted users, if any. The caller removes the
 * task in the same transaction.
 */
async function takeBack(services: Services, task: UnassignTask, end: number): Promise<Write[] | undefined> {
  const { table, now } = services
  const { tenant, roles } = await readOrganisation(table, task.tenant_id, now())
  if (!tenant) return []
  const caller = systemCaller(tenant, roles)
  const people = (await peopleOf(services, task)).filter((user) => !isEligiblePharmacist(user, caller))
  const cause = { event: 'delivery.assigned', place: null, requestId: task.id } as const
  const activity = openEventRecorder(services, { tenantId: tenant.id, actor: systemActor }, cause)
  let taken = 0
  let areCounted = false
  for (const user of people) {
    const found = await takeFrom(user, services, { caller, activity, end })
    taken += found.taken
    // A deleted user's item is removed only when their last package is back, so its task goes on until then.
    areCounted ||= (user.open_deliveries ?? 0) > (user.deleted_at ? 0 : found.started)
  }
  const isSettled = now().getTime() - Date.parse(task.since) >= settledMs
  if (people.length > 0 && (taken > 0 || areCounted || !isSettled)) return undefined
  return people
    .filter(({ deleted_at }) => deleted_at)
    .map(({ id }) =>
      remove(caller.keys.user(id), {
        has: ['deleted_at'],
        atMost: { open_deliveries: 0 },
        refused: () => new OvertakenError(),
      }),
    )
}

async function peopleOf({ table }: Services, { tenant_id, user_id, role_id }: UnassignTask): Promise<StoredUser[]> {
  const keys = keysOf(tenant_id)
  if (user_id !== undefined) {
    const user = await table.get(keys.user(user_id))
    return user ? [user] : []
  }
  const all = await table.queryAll(keys.users, { consistent: true })
  return all.filter(({ is_active, roles }) => is_active && roles.some((id) => id === role_id))
}

interface TaskRun {
  caller: Caller
  activity: EventRecorder
  end: number
}

/**
 * Takes back one person's deliveries, one at a time, because each change updates the count on the same person's item. Stops when
 * the time is up. Returns how many deliveries to take back the indexes have listed until then, and how many started ones stay.
 */
async function takeFrom(user: StoredUser, services: Services, taking: TaskRun) {
  const found = { taken: 0, started: 0 }
  for (const status of heldStatuses)
    for (const row of await services.table.queryAll(taking.caller.keys.ofPharmacist(user.id, status))) {
      if (staysWith(user, row)) {
        if (status === 'in_progress') found.started++
        continue
      }
      found.taken++
      if (services.now().getTime() > taking.end) return found
      await takeOne(row.id, user, services, taking)
    }
  return found
}

/** Thrown if the delivery was reassigned or has ended in the meantime. */
class NotTheirs extends Error {}

async function takeOne(id: string, user: StoredUser, services: Services, { caller, activity }: TaskRun): Promise<void> {
  const request = { caller, activity, params: { id }, version: undefined, idempotency: undefined }
  const notes = `Unassigned: ${user.full_name} ${whyNot(user)}`
  const change = changeDelivery(request, services, (delivery) => {
    const { pharmacist_id, status } = delivery
    if (pharmacist_id !== user.id || isFinalStatus(status) || staysWith(user, delivery)) throw new NotTheirs()
    const fields = { pharmacist_id: null, pharmacist_name: null, status: statusAfterAssignment(status, null) }
    return { action: 'delivery.assigned', fields, notes, ignoresLimit: true }
  })
  await change.catch((error: unknown) => {
    const isGone = error instanceof NotTheirs || (error instanceof AppError && error.code === 'notFound')
    if (!isGone) throw error
  })
}

const whyNot = ({ deleted_at, is_active }: StoredUser) =>
  deleted_at ? 'was deleted' : is_active ? 'no longer delivers' : 'was deactivated'
