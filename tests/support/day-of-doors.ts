import type { OutgoingMail } from '#functions/aws/mailer.ts'
import { Table } from '#functions/data/table.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import type { Services } from '#functions/http/services.ts'
import { hashOfDoorToken } from '#functions/security/door-tokens.ts'
import { type NoticeKind, noticeKinds } from '#shared/model/notices.ts'
import type { TestApp } from './test-app.ts'

/** Returns a function that generates random numbers between 0 and 1, always the same for the same seed (mulberry32). */
export function randomNumberGenerator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

class Killed extends Error {}

/**
 * Runs an API call and kills its function after `steps` writes to the table. Returns whether it was killed. A killed function would
 * not answer, so the response is ignored.
 */
export async function killCall({ services: { table } }: TestApp, steps: number, call: () => Promise<unknown>) {
  let left = steps
  table.write = async (...writes) => {
    if (left-- <= 0) throw new Killed()
    return Table.prototype.write.call(table, ...writes)
  }
  try {
    await call()
  } finally {
    table.write = Table.prototype.write
  }
  return left < 0
}

/**
 * Runs the worker that sends emails, once. With `steps` it is killed after that many writes and emails, so that later ones do not
 * take effect. Returns whether it was killed.
 */
export async function runWorker({ services, sendMails }: TestApp, steps = Number.POSITIVE_INFINITY): Promise<boolean> {
  let left = steps
  const step = () => {
    if (left-- <= 0) throw new Killed()
  }
  const table: Services['table'] = Object.create(services.table)
  table.write = async (...writes) => {
    step()
    return services.table.write(...writes)
  }
  const mailer: Services['mailer'] = {
    async send(message) {
      step()
      return services.mailer.send(message)
    },
  }
  try {
    await sendMails({ ...services, table, mailer })
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
  return left < 0
}

const subjects: readonly [RegExp, NoticeKind][] = [
  [/ arrives /, 'planned'],
  [/ was moved to /, 'moved'],
  [/ stays on /, 'confirmed'],
  [/ is on its way$/, 'out'],
  [/ is next$/, 'next'],
  [/ was delivered$/, 'delivered'],
  [/^We could not deliver/, 'missed'],
]

/** A mail to a recipient about a door: the deliveries of one patient to one address on one day, which share one link. */
export interface WatchedNotice {
  /** The hash of the token in the door's link. The table has the door under this hash. */
  hash: string
  kind: NoticeKind
  email: string
  /** What was untrue in the notice at the moment when it was sent. */
  untruth?: string
}

/**
 * Returns a list to which every mail sent from now on is added, with what was untrue in it when it was sent. All emails must be
 * notices to recipients of this tenant. What is true is worked out here from the stored deliveries, without the product's own
 * rules.
 */
export function watchNotices(app: TestApp, tenantId: string): WatchedNotice[] {
  const sent: WatchedNotice[] = []
  const { send } = app.services.mailer
  app.services.mailer.send = async (message) => {
    const notice = await noticeIn(app, message, tenantId)
    await send(message)
    sent.push(notice)
  }
  return sent
}

async function noticeIn(app: TestApp, { subject, text, to }: OutgoingMail, tenantId: string): Promise<WatchedNotice> {
  const kind = subjects.find(([pattern]) => pattern.test(subject))?.[1] ?? noticeKinds[0]
  const hash = hashOfDoorToken(/\/t\/([\w-]+)/.exec(text)?.[1] ?? '')
  const untruth = await untruthOf(app, { hash, kind, subject }, tenantId)
  return { hash, kind, email: to, ...(untruth !== undefined && { untruth }) }
}

interface NoticeClaim {
  hash: string
  kind: NoticeKind
  subject: string
}

async function untruthOf(
  app: TestApp,
  { hash, kind, subject }: NoticeClaim,
  tenantId: string,
): Promise<string | undefined> {
  const door = await app.table.get(unscopedKeys.door(hash))
  if (!door) return 'no door'
  const packages = await packagesOfDoor(app, hash, tenantId)
  const statuses = packages.map(({ status }) => status).sort()
  const has = (...some: string[]) => statuses.some((status) => some.includes(status))
  const day = (offset: number) => new Date(app.clock.now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  const isToBe = has('pending', 'unassigned', 'assigned')
  const statedDay = / today$/.test(subject) ? day(0) : / tomorrow$/.test(subject) ? day(1) : door.date
  const isTrue: Record<NoticeKind, boolean> = {
    planned: isToBe && !has('in_progress') && door.date === statedDay,
    moved: isToBe && !has('in_progress'),
    confirmed: isToBe && !has('in_progress'),
    out: has('in_progress'),
    next: has('in_progress') && (await isFirst(app, { ids: packages.map(({ id }) => id), date: door.date }, tenantId)),
    delivered: has('delivered') && !isToBe && !has('in_progress'),
    missed: has('failed') && !isToBe && !has('in_progress', 'delivered'),
  }
  return isTrue[kind] ? undefined : `${subject}, of ${statuses.join(', ')} on ${door.date}`
}

/**
 * Returns a text for each notice that repeats an earlier one: the same kind of notice to the same address about the same door. A
 * delivery that moves there again is told again.
 */
export function repeatedNotices(notices: readonly WatchedNotice[]): string[] {
  const each = notices
    .filter(({ kind }) => kind !== 'moved' && kind !== 'confirmed')
    .map(({ hash, kind, email }) => `${kind} ${hash} ${email}`)
  return each.filter((one, i) => each.indexOf(one) !== i)
}

/**
 * Returns the deliveries of the door with this hash: those to its patient on its day, without deleted ones. The address is not
 * compared, because in these tests each patient has only one.
 */
export async function packagesOfDoor(app: TestApp, hash: string, tenantId: string) {
  const door = await app.table.get(unscopedKeys.door(hash))
  if (!door) return []
  const keys = keysOf(tenantId)
  const { sortKeys } = await app.table.query(keys.ofPatient(door.patient_id))
  const all = await Promise.all(sortKeys.map((key) => app.table.get(keys.delivery(key.split('#')[2] ?? ''))))
  return all.flatMap((found) => (found && !found.deleted_at && found.delivery_date === door.date ? [found] : []))
}

/**
 * Returns whether one of these deliveries is the next stop of its driver's run on this day. The stops are in the order of time
 * range and id, because no one changes the order of a run in these tests.
 */
async function isFirst(app: TestApp, { ids, date }: { ids: string[]; date: string }, tenantId: string) {
  const keys = keysOf(tenantId)
  const own = (await Promise.all(ids.map((id) => app.table.get(keys.delivery(id))))).find(
    (found) => found?.status === 'in_progress',
  )
  const out = await app.table.queryAll(keys.ofPharmacist(own?.pharmacist_id ?? null, 'in_progress'))
  const first = out
    .filter(({ delivery_date }) => delivery_date === date)
    .sort((a, b) => (`${a.time_range}#${a.id}` < `${b.time_range}#${b.id}` ? -1 : 1))[0]
  return first !== undefined && ids.includes(first.id)
}
