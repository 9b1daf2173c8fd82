import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { signAccessToken } from '#functions/security/access-tokens.ts'
import { planNewSession } from '#functions/security/sessions.ts'
import { addUser, createTenant, newStoredAccount } from '#infra/local/demo/create-tenant.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { type BenchApp, openBenchApp } from './bench-app.ts'
import { fillStore } from './fill-store.ts'
import { largeTenantData } from './large-tenant-data.ts'

export const staffSize = 12

/**
 * The number of the person who sees only their own deliveries. Delivery i belongs to the person with the number i modulo
 * `staffSize`, or to nobody.
 */
export const driverIndex = 2

export interface BenchTenant {
  tenantId: string
  count: number
  /** The administrator's token. */
  token: string
  /** The token of a person who sees only their own deliveries. */
  driverToken: string
  pharmacistId: string
  deliveryId(i: number): string
  aDelivery: ReturnType<typeof largeTenantData>['aDelivery']
}

/**
 * If one of these files or the day changes, the table is filled again, because its content depends on them. It also depends on the
 * files that they import; after a change of those, delete `.local/bench`.
 */
const layout = [
  'large-tenant-data.ts',
  'grown-tenants.ts',
  '../../functions/data/delivery-entries.ts',
  '../../functions/data/entities/delivery.ts',
  '../../functions/data/entities/patient.ts',
]

async function folderOf(today: string): Promise<string> {
  const texts = await Promise.all(layout.map((file) => readFile(new URL(file, import.meta.url))))
  const version = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 12)
  const folder = fileURLToPath(new URL(`../../.local/bench/${today}-${version}`, import.meta.url))
  await mkdir(folder, { recursive: true })
  return folder
}

/** Opens the services on a table with a tenant of each size. The table is filled once a day and kept for the next run. */
export async function openBenchAppWithTenants(sizes: readonly number[]) {
  const today = utcDate(new Date())
  const folder = await folderOf(today)
  const people = new Map<number, StoredUser[]>()
  for (const count of sizes) people.set(count, await staffOf(folder, count, today))
  const bench = await openBenchApp(folder)
  const tenants: BenchTenant[] = []
  for (const [count, staff] of people) tenants.push(await signIn(bench, { count, staff, today }))
  return { ...bench, tenants }
}

/** Returns the people of the tenant with `count` deliveries. The tenant is created if it does not exist yet. */
async function staffOf(folder: string, count: number, today: string): Promise<StoredUser[]> {
  const note = join(folder, `${count}.json`)
  if (existsSync(note)) return JSON.parse(await readFile(note, 'utf8'))
  const bench = await openBenchApp(folder)
  const { tenant, staff } = await foundStrictPharmacy(bench, count).finally(bench.close)
  const { items } = largeTenantData({ tenantId: tenant.id, count, today, staff })
  await fillStore(join(folder, 'dynamodb'), await bench.services.table.inUse.forReading(), items)
  await writeFile(note, JSON.stringify(staff))
  return staff
}

/** Creates a pharmacy in which staff see only their own deliveries. */
async function foundStrictPharmacy(bench: BenchApp, count: number) {
  const { tenant, staff } = await createBenchPharmacy(bench, count)
  await bench.services.table.write(update(keysOf(tenant.id).tenant, { set: { staff_see_all: false } }))
  return { tenant, staff }
}

/** Creates an empty pharmacy with its people. The person at `driverIndex` may only deliver. */
export async function createBenchPharmacy({ services }: BenchApp, count: number) {
  const { tenant, roles } = await createTenant(services.table, {
    time_zone: 'UTC',
    name: `Pharmacy of ${count}`,
    description: '',
    subscribed_products: ['delivery'],
    now: services.now(),
  })
  const staff: StoredUser[] = []
  for (let i = 0; i < staffSize; i++)
    staff.push(
      await addUser(services.table, tenant, {
        full_name: `Pharmacist ${i}`,
        email: `${i}@${tenant.id}.example`,
        password_hash: null,
        is_tenant_admin: i === 0,
        roles: roles
          .filter(({ name }) => name === (i === driverIndex ? 'Delivery Staff' : 'Pharmacist'))
          .map(({ id }) => id),
      }),
    )
  return { tenant, staff }
}

interface Grown {
  count: number
  staff: readonly StoredUser[]
  today: string
}

/** Begins a session of the user and returns its access token. */
export async function newSessionTokenOf({ table, keys, now }: BenchApp['services'], user: StoredUser): Promise<string> {
  const account = newStoredAccount(user, user.account_id ?? '')
  const opened = await planNewSession(keys, { account, user, sessionId: randomUUID(), now: now() })
  await table.write(opened.write)
  return signAccessToken(keys, opened.subject, now())
}

async function signIn({ services }: BenchApp, { count, staff, today }: Grown): Promise<BenchTenant> {
  const [admin, pharmacist] = staff
  const driver = staff[driverIndex]
  if (!admin || !pharmacist || !driver) throw new Error('A tenant needs an administrator, a pharmacist and a driver')
  const tenantId = admin.tenant_id
  const { aDelivery, deliveryId } = largeTenantData({ tenantId, count, today, staff })
  const [token, driverToken] = [await newSessionTokenOf(services, admin), await newSessionTokenOf(services, driver)]
  return { tenantId, count, token, driverToken, pharmacistId: pharmacist.id, deliveryId, aDelivery }
}
