import { isDeepStrictEqual } from 'node:util'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import type { StoredEvent } from '#functions/data/entities/event.ts'
import type { StoredHistoryItem } from '#functions/data/entities/history-item.ts'
import type { StoredPatient } from '#functions/data/entities/patient.ts'
import { patientKind, patientSearchEntryKind } from '#functions/data/entities/patient.ts'
import type { StoredRole } from '#functions/data/entities/role.ts'
import { idsWentOut, type StoredRun } from '#functions/data/entities/run.ts'
import type { StoredTenant } from '#functions/data/entities/tenant.ts'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { type IndexName, keysOf, type TenantKeys, tableDesign } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { deliveredEntryWrite } from '#functions/deliveries/delivery-entry-writes.ts'
import { firstBrokenItemIndex } from '#functions/deliveries/history-chain.ts'
import { patientSearchEntryWrites } from '#functions/patients/patient-writes.ts'
import { activityActions } from '#shared/model/activity.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { nameRotations } from '#shared/rules/search.ts'
import { isAssignedOrStarted, isFinalStatus, isOpenStatus } from '#shared/rules/transitions.ts'
import { accountProblems, expiryProblems } from './account-invariants.ts'
import type { TestApp } from './test-app.ts'

export type Item = Record<string, unknown> & { pk: string; sk: string }

async function scan({ table }: TestApp, index?: IndexName): Promise<Item[]> {
  const { client, inUse } = table
  const name = await inUse.forReading()
  const all: Item[] = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ...(index && { IndexName: index }) }))
    all.push(...Items.map((item) => ({ ...item, pk: String(item.pk), sk: String(item.sk) })))
  return all
}

/** Returns the first few of many similar problems, and how many more there are, because one cause often makes thousands. */
const fewOf = (problems: readonly string[], shown = 5) =>
  problems.length > shown ? [...problems.slice(0, shown), `… and ${problems.length - shown} more like these`] : problems

const place = ({ pk, sk }: { pk: string; sk: string }) => `${pk} ${sk}`

/**
 * The statuses that may follow each status in a delivery's history. They are repeated here so that a wrong rule of the product is
 * noticed.
 */
const allowedSteps: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  pending: ['pending', 'assigned', 'cancelled'],
  unassigned: ['assigned', 'cancelled'],
  assigned: ['assigned', 'unassigned', 'in_progress', 'cancelled', 'failed'],
  in_progress: ['in_progress', 'unassigned', 'delivered', 'cancelled', 'failed'],
  failed: ['failed', 'assigned', 'unassigned', 'cancelled'],
  delivered: [],
  cancelled: [],
}

/** The statuses that may follow. A record that was signed in time also completes a package that failed or left its driver meanwhile. */
const stepsAfter = (before: DeliveryStatus, { captured_by }: StoredHistoryItem) =>
  captured_by && !isFinalStatus(before) ? [...allowedSteps[before], 'delivered'] : allowedSteps[before]

function historyProblems(
  { id, status, version, history_count, chain_head }: StoredDelivery,
  history: StoredHistoryItem[],
): string[] {
  const wrong = (what: string) => `delivery ${id}: ${what} (${history.map((item) => item.new_status).join(' → ')})`
  const problems: string[] = []
  if (firstBrokenItemIndex(history) !== undefined)
    problems.push(wrong(`its chain breaks at ${firstBrokenItemIndex(history)}`))
  if (history.at(-1)?.hash !== chain_head) problems.push(wrong('its chain ends otherwise'))
  for (const [i, item] of history.entries()) {
    const previous = history[i - 1]
    const before = previous?.new_status ?? null
    // A write adds one history item, or two if its caller also takes over the delivery.
    const isSecond = previous?.version === item.version
    if (isSecond && (!previous.person || previous.old_status !== previous.new_status))
      problems.push(wrong(`tells of version ${item.version} twice`))
    if (item.correction || item.call_back || item.wish) continue
    if (item.old_status !== before) problems.push(wrong(`its history jumps from ${before} to ${item.old_status}`))
    // An item of a note, such as one about the recipient's updates, keeps the status.
    if (before && before !== item.new_status && !stepsAfter(before, item).includes(item.new_status))
      problems.push(wrong(`went from ${before} to ${item.new_status}`))
  }
  if (history.at(-1)?.new_status !== status) problems.push(wrong(`is ${status}, its history says otherwise`))
  if (Math.max(...history.map((item) => item.version)) > version)
    problems.push(wrong(`has history of writes after version ${version}`))
  if (history.length !== history_count) problems.push(wrong(`counts ${history_count} history items`))
  return problems
}

/**
 * Lets the worker take back the deliveries of people who can no longer deliver, and then checks the rules that must hold for every
 * table while no call is running, whatever happened before. Returns a message for every half-done change, lost count and wrong
 * index row. The rules don't hold for tenants whose items a test put into the table directly.
 */
export async function problemsIn(app: TestApp): Promise<string[]> {
  await app.takeBack()
  const items = await scan(app)
  const tenants = items.filter(({ sk }) => sk === 'TENANT').map((item) => item as unknown as StoredTenant)
  const problems: string[] = []
  const ofTenant = new Map(tenants.map(({ id }) => [id, [] as Item[]]))
  for (const item of items) ofTenant.get(/^T#([\w-]{36})/.exec(item.pk)?.[1] ?? '')?.push(item)
  for (const tenant of tenants) problems.push(...tenantProblems(tenant, ofTenant.get(tenant.id) ?? []))
  problems.push(...accountProblems(items), ...expiryProblems(items))
  for (const { name, partition, sort, projection } of tableDesign.indexes) {
    const rows = new Map((await scan(app, name)).map((row) => [place(row), row]))
    const holders = items.filter((item) => item[partition] !== undefined)
    if (rows.size !== holders.length) problems.push(`${name} has ${rows.size} rows of ${holders.length} items`)
    const columns = projection === 'KEYS_ONLY' ? [] : projection
    const isShown = (item: Item) =>
      [partition, sort, ...columns].every((column) => isDeepStrictEqual(item[column], rows.get(place(item))?.[column]))
    const wrong = holders.filter((item) => !isShown(item))
    problems.push(...fewOf(wrong.map(({ pk }) => `${name} shows ${pk} wrongly`)))
  }
  return problems
}

function tenantProblems(tenant: StoredTenant, items: Item[]): string[] {
  const keys = keysOf(tenant.id)
  const of = <T>(isOne: (item: Item) => boolean) => items.filter(isOne).map((item) => item as unknown as T)
  const everybody = of<StoredUser>(({ pk }) => pk === keys.users.pk)
  const users = everybody.filter(({ deleted_at }) => !deleted_at)
  const whole = items
    .filter(({ sk }) => sk === 'DELIVERY')
    .map((item) => ({ item, delivery: keys.delivery('').kind.read(item) }))
  const deliveries = whole.map(({ delivery }) => delivery).filter(({ deleted_at }) => !deleted_at)
  // Group the items once, because some suites leave thousands of deliveries behind.
  const byPartition = Map.groupBy(items, ({ pk }) => pk)
  const historyOf = ({ id }: StoredDelivery) =>
    (byPartition.get(keys.history(id).pk) ?? [])
      .filter(({ sk }) => sk.startsWith('H#'))
      .toSorted((a, b) => (a.sk < b.sk ? -1 : 1))
      .map(({ pk: _pk, sk: _sk, ...item }) => keys.history(id).kind.read(item))
  const patients = of<StoredPatient>(({ sk }) => sk === 'PATIENT')
  const made = madeIn(items)
  return [
    ...userProblems({ tenant, users, roles: of(({ sk }) => sk.startsWith('ROLE#')), items }),
    ...deliveries.flatMap((delivery) => historyProblems(delivery, historyOf(delivery))),
    ...whole
      .filter(({ item, delivery }) => !isDeepStrictEqual(indexKeysIn(item), indexKeysOf(keys, delivery)))
      .map(({ delivery }) => `delivery ${delivery.id} has stale index keys`),
    ...deliveries
      // A package that is out stays with a driver who was deactivated, until it is back or someone takes it over.
      .filter(({ status }) => isAssignedOrStarted(status) && status !== 'in_progress')
      .filter(({ pharmacist_id }) => !users.some(({ id, is_active }) => id === pharmacist_id && is_active))
      .map(({ id, status, pharmacist_id }) => `delivery ${id} is ${status} with ${pharmacist_id}, who is not active`),
    ...everybody.flatMap((user) => holderProblems(user, deliveries)),
    ...patients.flatMap((patient) => patientProblems(patient, deliveries)),
    ...eventKeyProblems(keys, items),
    ...eventProblems(items, [...whole.map(({ delivery }) => delivery), ...patients]),
    ...searchProblems(keys, patients, items),
    ...items
      .filter(({ pk }) => pk.startsWith(keys.runs('').pk))
      .flatMap(({ pk, sk, ...item }) =>
        runProblems(keys.run('', '').kind.read(item), ownOf(deliveries, pk.slice(-'YYYY-MM-DD'.length), sk), {
          who: sk,
          made,
        }),
      ),
    ...handoverProblems(keys, items),
    ...rxProblems(keys, deliveries, items),
    ...ownProblems(keys, deliveries, items),
    ...recordProblems(tenant, deliveries, items),
  ]
}

const indexKeyNames = [...new Set(tableDesign.indexes.flatMap(({ partition, sort }) => [partition, sort]))]

const indexKeysIn = (item: Readonly<Record<string, unknown>>) => indexKeyNames.map((name) => item[name])

const indexKeysOf = (keys: TenantKeys, delivery: StoredDelivery) =>
  indexKeysIn(put(keys.delivery(delivery.id), delivery).item ?? {})

function holderProblems({ id, open_deliveries = 0 }: StoredUser, deliveries: StoredDelivery[]): string[] {
  const held = deliveries.filter(
    ({ status, pharmacist_id }) => pharmacist_id === id && isAssignedOrStarted(status),
  ).length
  return held === open_deliveries ? [] : [`user ${id} counts ${open_deliveries} deliveries in hand, has ${held}`]
}

function patientProblems(patient: StoredPatient, deliveries: StoredDelivery[]): string[] {
  const own = deliveries.filter(({ patient_id }) => patient_id === patient.id)
  const open = own.filter(({ status }) => isOpenStatus(status)).length
  const has = own.some(({ status, recorded_by_mistake }) => status === 'delivered' && !recorded_by_mistake)
  return [
    ...(open === patient.open_deliveries
      ? []
      : [`patient ${patient.id} counts ${patient.open_deliveries}, has ${open}`]),
    ...(has === patient.has_delivered
      ? []
      : [`patient ${patient.id} says ${patient.has_delivered} of a first delivery`]),
    ...(patient.merged_into && own.length > 0 ? [`patient ${patient.id} was merged, but has ${own.length}`] : []),
  ]
}

const ownOf = (deliveries: readonly StoredDelivery[], date: string, userId: string) =>
  deliveries.filter(({ delivery_date, pharmacist_id }) => delivery_date === date && pharmacist_id === userId)

/**
 * Returns the ids of the deliveries whose creation is recorded as an event. Deliveries that were created before the product
 * recorded events have none, and their runs don't record what went out.
 */
const madeIn = (items: Item[]): ReadonlySet<string | null> =>
  new Set(
    items
      .filter(({ pk }) => pk.includes('#EVENTS#'))
      .map(({ event }) => event as StoredEvent)
      .filter(({ action }) => action === 'delivery.created')
      .map(({ subject }) => subject.id),
  )

/**
 * Checks a run. It must know every package that went out. A delivered package may be handed over once, and once more for each
 * failed attempt. Nothing may be out in a closed run, and only the last close may be unconfirmed.
 */
function runProblems(
  { went_out, closings, resting }: StoredRun,
  own: readonly StoredDelivery[],
  { who, made }: { who: string; made: ReadonlySet<string | null> },
): string[] {
  const wrong = (what: string) => `the run of ${who} ${what}`
  const last = closings.at(-1)
  const outNow = idsWentOut(went_out)
  const known = new Set([...outNow, ...closings.flatMap(({ delivery_ids }) => delivery_ids)])
  const out = own.filter(({ status, returned_at }) => status === 'in_progress' || (status === 'failed' && !returned_at))
  const handedOver = closings.flatMap(({ delivery_ids }) => delivery_ids)
  const delivered = own.filter(({ status }) => status === 'delivered').map(({ id }) => id)
  return [
    ...(resting && out.length > 0 ? [wrong(`is closed, and ${out.length} are out`)] : []),
    ...((last !== undefined && last.confirmed_at === null) === Boolean(resting)
      ? []
      : [wrong('rests without a close')]),
    ...own
      .filter(
        ({ id, status }) => ['in_progress', 'failed', 'delivered'].includes(status) && !known.has(id) && made.has(id),
      )
      .map(({ id, status }) => wrong(`does not know of ${id}, which is ${status}`)),
    ...delivered
      .filter((id) => handedOver.filter((one) => one === id).length + Number(outNow.has(id)) > 1 + retriesOf(own, id))
      .map((id) => wrong(`hands ${id} over twice`)),
    ...closings
      .slice(0, -1)
      .filter(({ confirmed_at }) => !confirmed_at)
      .map(() => wrong('has an earlier close that was not confirmed')),
  ]
}

/** Checks that the list of handovers contains each closed run that no one has confirmed yet, and no other run. */
function handoverProblems(keys: TenantKeys, items: Item[]): string[] {
  const start = `${keys.organisation.pk}#RUNS#`
  const resting = items
    .filter(({ pk, resting }) => pk.startsWith(start) && resting)
    .map(({ pk, sk }) => `${pk.slice(start.length)}#${sk}`)
  const waiting = items.filter(({ pk }) => pk === keys.waitingHandovers.pk).map(({ sk }) => sk)
  return [...new Set(resting).symmetricDifference(new Set(waiting))].map(
    (run) => `the handover of ${run} waits and is not found, or is found and does not wait`,
  )
}

/** Returns the number of failed attempts at a delivery, after each of which it may have gone out again. */
const retriesOf = (own: readonly StoredDelivery[], id: string) => own.find((one) => one.id === id)?.attempts.length ?? 0

/**
 * Checks that an event is found by its subject, patient, actor and time, and a mention (its copy under another subject) by its
 * subject and patient.
 */
const eventKeyProblems = (keys: TenantKeys, items: Item[]): string[] =>
  items
    .filter(({ pk }) => pk.startsWith(keys.eventsOfSubject('').pk))
    .filter(({ pk, sk, ...item }) => {
      const event = item.event as StoredEvent
      const forms = [keys.event('', event.at, event.id), keys.mention('', event.at, event.id)]
      return !forms.some((key) => isDeepStrictEqual(item, put(key, event).item))
    })
    .map(({ pk, sk }) => `the event at ${pk} ${sk} has stale index keys`)

interface Versioned {
  id: string
  version: number
  /** The delivery that was planned in place of this one. The event of its creation stands for the change of both. */
  planned_again_as?: unknown
}

/**
 * Checks that a delivery or a patient has as many events of changes as versions. A message to a recipient changes neither. Things
 * that a test has written without events are skipped.
 */
function eventProblems(items: Item[], versioned: readonly Versioned[]): string[] {
  const events = items.filter(({ pk }) => pk.includes('#EVENTS#')).map(({ event }) => event as StoredEvent)
  const changes = Map.groupBy(
    events.filter(
      ({ action }) =>
        !/^(access|notice)\.|^recipient\.link_copied$/.test(action) && !('isLook' in activityActions[action]),
    ),
    ({ subject }) => subject.id,
  )
  return versioned.flatMap(({ id, planned_again_as, ...stored }) => {
    const version = stored.version - (planned_again_as ? 1 : 0)
    const recorded = changes.get(id) ?? []
    if (!recorded.some(({ action }) => action.endsWith('.created')) || recorded.length === version) return []
    return [`${id} has ${version} versions, and the events ${recorded.map(({ action }) => action).join(', ')}`]
  })
}

function searchProblems(keys: TenantKeys, patients: StoredPatient[], items: Item[]): string[] {
  const entries = items.filter(({ pk }) => pk === keys.names.pk || pk.startsWith(`${keys.organisation.pk}#PS#`))
  const expected = new Map(
    patients
      .filter(({ deleted_at }) => !deleted_at)
      .flatMap((patient) => patientSearchEntryWrites(keys, undefined, patientKind.read(patient)))
      .map((write) => [place(write.key), write.item]),
  )
  const wrong = entries.filter(
    ({ pk, sk, ...entry }) => !isDeepStrictEqual(patientSearchEntryKind.read(entry), expected.get(place({ pk, sk }))),
  )
  return [
    ...fewOf(wrong.map((entry) => `the directory shows ${place(entry)} wrongly`)),
    ...(expected.size === entries.length ? [] : [`the directory has ${entries.length} of ${expected.size} entries`]),
  ]
}

/** Returns a prescription number in the form in which the specification compares it. */
const compared = (number: string) =>
  number
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/^0+(.)/, '$1')

/**
 * Checks that each prescription of a delivery, also an old one, has an entry that leads to the delivery, and that there are no
 * other entries.
 */
function rxProblems(keys: TenantKeys, deliveries: StoredDelivery[], items: Item[]): string[] {
  const expected = deliveries.flatMap(({ id, rx_information, former_rx_numbers = [] }) =>
    [...rx_information, ...former_rx_numbers].map(({ rx_number }) => `${compared(rx_number)}#${id} is ${id}'s`),
  )
  const stored = items
    .filter(({ pk }) => pk.startsWith(`${keys.organisation.pk}#RX#`))
    .map(({ sk, delivery_id }) => `${sk} is ${delivery_id}'s`)
  const [missing, beyond] = [
    new Set(expected).difference(new Set(stored)),
    new Set(stored).difference(new Set(expected)),
  ]
  return [
    ...[...missing].map((entry) => `no prescription entry says that ${entry}`),
    ...[...beyond].map((entry) => `a prescription entry says that ${entry}`),
  ]
}

/**
 * Checks that the person who has a delivery finds it by its prescriptions and by its patient, among the open or the finished ones,
 * and that no one else finds it there.
 */
function ownProblems(keys: TenantKeys, deliveries: StoredDelivery[], items: Item[]): string[] {
  const start = `${keys.organisation.pk}#OWN#`
  const isToDo: readonly DeliveryStatus[] = ['pending', 'unassigned', 'assigned', 'in_progress']
  const expected = deliveries.flatMap(
    ({ id, pharmacist_id, patient_name, rx_information, former_rx_numbers, ...rest }) => {
      const day = rest.delivery_date.replace(/\d/g, (digit) => (isToDo.includes(rest.status) ? digit : `${9 - +digit}`))
      const hit = `${isToDo.includes(rest.status) ? 0 : 1}#${day}#${rest.time_range.slice(0, 5)}#${id}`
      const numbers = [...rx_information, ...(former_rx_numbers ?? [])]
      if (pharmacist_id === null) return []
      return [
        ...nameRotations(patient_name).map((name) => `${start}${pharmacist_id}#NAMES ${name}#${hit} ${id}`),
        ...numbers.map(({ rx_number }) => `${start}${pharmacist_id}#RX ${compared(rx_number)}#${id} ${id}`),
      ]
    },
  )
  const stored = items.filter(({ pk }) => pk.startsWith(start)).map((item) => `${place(item)} ${item.delivery_id}`)
  const [missing, beyond] = [
    new Set(expected).difference(new Set(stored)),
    new Set(stored).difference(new Set(expected)),
  ]
  return [
    ...fewOf([...missing].map((entry) => `no driver search entry says ${entry}`)),
    ...fewOf([...beyond].map((entry) => `a driver search entry says ${entry}`)),
  ]
}

/**
 * Checks three lists. A delivered delivery must be in the list of its day, one whose patient waits for a call in the list of calls,
 * and one with a refused entry from the door in the list of unsent entries. No other delivery may be in these lists.
 */
function recordProblems({ id, time_zone }: StoredTenant, deliveries: StoredDelivery[], items: Item[]): string[] {
  const keys = keysOf(id)
  const expected = deliveries.flatMap(({ id: delivery_id, completed_at, call_back_due_at: due_at, unsent }) => [
    ...(completed_at ? [place(deliveredEntryWrite(keys, time_zone, { delivery_id, completed_at }).key)] : []),
    ...(due_at ? [place(keys.callBackEntry({ delivery_id, due_at }))] : []),
    ...(unsent?.length ? [place(keys.unsentEntry(delivery_id))] : []),
  ])
  const lists = [`T#${id}#DONE#`, `T#${id}#CALLS `, `T#${id}#UNSENT `]
  const stored = items.map(place).filter((at) => lists.some((list) => at.startsWith(list)))
  return [...new Set(expected).symmetricDifference(new Set(stored))].map(
    (at) => `${at} is kept, and should not, or is missing`,
  )
}

interface Staff {
  tenant: StoredTenant
  users: StoredUser[]
  roles: StoredRole[]
  items: Item[]
}

function userProblems({ tenant, users, roles, items }: Staff): string[] {
  const keys = keysOf(tenant.id)
  const admins = users.filter((user) => user.is_active && user.is_tenant_admin).length
  const names = items.filter(({ pk }) => pk === `${keys.organisation.pk}#ROLENAMES`)
  const holders = new Map(items.filter(({ pk }) => pk === keys.address('').pk).map(({ sk, user_id }) => [sk, user_id]))
  const problems: string[] = []
  if (holders.size !== users.length) problems.push(`${holders.size} addresses of ${users.length} users`)
  if (admins === 0 || admins !== tenant.active_admins)
    problems.push(`tenant ${tenant.id} counts ${tenant.active_admins} administrators, has ${admins}`)
  for (const { id, email, roles: held } of users) {
    if (holders.get(email) !== id) problems.push(`the address ${email} is not that of ${id}, its user`)
    if (!held.every((role) => roles.some((known) => known.id === role)))
      problems.push(`user ${id} has a role that is gone`)
  }
  for (const role of roles) {
    const holders = users.filter((user) => user.roles.includes(role.id)).length
    if (holders !== role.user_count) problems.push(`role ${role.name} counts ${role.user_count} users, has ${holders}`)
    const name = names.find(({ sk }) => sk === keys.roleName(role.name).sk)
    if (name?.role_id !== role.id) problems.push(`the name ${role.name} is not the role's`)
  }
  if (names.length !== roles.length) problems.push(`${names.length} role names of ${roles.length} roles`)
  return problems
}
