import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { manyEventItems } from './many-event-items.ts'

export const staffSize = 12

/** Delivery i belongs to the person with the number i modulo `staffSize`, or to no one. This one sees only their own deliveries. */
export const driverIndex = 2

/** A person with a token that has just been signed. */
interface SignedIn {
  id: string
  token: string
}

export interface BenchTenant extends Pick<ReturnType<typeof largeTenantData>, 'deliveryId' | 'aDelivery'> {
  tenantId: string
  admin: SignedIn
  pharmacist: SignedIn
  driver: SignedIn
}

interface Grown {
  count: number
  staff: readonly StoredUser[]
}

/** Passes `use` the services on a table of their own, and a function that signs in to a tenant of each size. */
export async function withTenants<T>(
  sizes: readonly number[],
  use: (bench: BenchApp, signIn: () => Promise<BenchTenant[]>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-bench-'))
  try {
    const grown: Grown[] = []
    for (const count of sizes) grown.push({ count, staff: await fill(folder, count) })
    const bench = await openBenchApp(folder)
    return await use(bench, () => Promise.all(grown.map((one) => signIn(bench, one)))).finally(bench.close)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Creates a pharmacy with so many deliveries and events, in which staff see only their own deliveries. Returns its people. */
async function fill(folder: string, count: number): Promise<StoredUser[]> {
  const bench = await openBenchApp(folder)
  const { tenant, staff } = await createBenchPharmacy(bench, count)
  await bench.services.table.write(update(keysOf(tenant.id).tenant, { set: { staff_see_all: false } }))
  const table = await bench.services.table.inUse.forReading()
  await bench.close()
  const now = new Date()
  const many = { tenantId: tenant.id, count, staff }
  const store = join(folder, 'dynamodb')
  await fillStore(store, table, largeTenantData({ ...many, today: utcDate(now) }).items)
  await fillStore(store, table, manyEventItems({ ...many, now }))
  return staff
}

/** Creates an empty pharmacy with its people. The person at `driverIndex` may only deliver. */
async function createBenchPharmacy({ services }: BenchApp, count: number) {
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

async function signIn({ services }: BenchApp, { count, staff }: Grown): Promise<BenchTenant> {
  const [admin, pharmacist] = staff
  const driver = staff[driverIndex]
  if (!admin || !pharmacist || !driver) throw new Error('A tenant needs an administrator, a pharmacist and a driver')
  const session = async (user: StoredUser) => ({ id: user.id, token: await newSessionTokenOf(services, user) })
  const { aDelivery, deliveryId } = largeTenantData({
    tenantId: admin.tenant_id,
    count,
    today: utcDate(new Date()),
    staff,
  })
  return {
    ...{ tenantId: admin.tenant_id, aDelivery, deliveryId },
    ...{ admin: await session(admin), pharmacist: await session(pharmacist), driver: await session(driver) },
  }
}

/** Begins a session of the user and returns its access token. */
async function newSessionTokenOf({ table, keys, now }: BenchApp['services'], user: StoredUser): Promise<string> {
  const account = newStoredAccount(user, user.account_id ?? '')
  const opened = await planNewSession(keys, { account, user, sessionId: randomUUID(), now: now() })
  await table.write(opened.write)
  return signAccessToken(keys, opened.subject, now())
}
