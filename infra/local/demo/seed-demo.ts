import { readFile } from 'node:fs/promises'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { openUnguardedTable } from '#functions/data/open-table.ts'
import { runInTenant } from '#functions/data/scope.ts'
import type { Table } from '#functions/data/table.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { changeStatus } from '#functions/deliveries/change-status.ts'
import { createDelivery } from '#functions/deliveries/create-delivery.ts'
import { reportUnsent } from '#functions/deliveries/refused-actions.ts'
import { updateDelivery } from '#functions/deliveries/update-delivery.ts'
import type { Caller } from '#functions/http/operation.ts'
import { actorOf, openEventRecorder } from '#functions/http/recorder.ts'
import { type EnvironmentVariables, openServices, type Services } from '#functions/http/services.ts'
import { createPatient } from '#functions/patients/create-patient.ts'
import { completeDelivery } from '#functions/proof/complete-delivery.ts'
import { recordAttempt } from '#functions/proof/record-attempt.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import { attemptForm } from '#shared/model/attempt.ts'
import { completion } from '#shared/model/completion.ts'
import { newDelivery } from '#shared/model/delivery-form.ts'
import type { Patient } from '#shared/model/patient.ts'
import { refusedActionForm } from '#shared/model/refused-action.ts'
import { addDays } from '#shared/rules/dates.ts'
import { effectivePermissions } from '#shared/rules/effective-permissions.ts'
import { addUser, createTenant, linkAddressToAccount, newStoredAccount } from './create-tenant.ts'
import { createSeededRandom, type PlannedDelivery, planDemoDeliveries } from './day-plan.ts'
import { demoHouseholdBodies, demoPassword, demoPatientBodies, demoResidentBodies, demoStaff } from './people.ts'

export { demoLogins } from './people.ts'

const pictures = ['porch-green-door.jpg', 'brick-blue-door.jpg', 'hallway-oak-door.jpg']
const signatures = ['signature-1.png', 'signature-2.png', 'signature-3.png']
const medicines = [
  'Lisinopril 10 mg',
  'Metformin 500 mg',
  'Atorvastatin 20 mg',
  'Levothyroxine 50 mcg',
  'Amlodipine 5 mg',
]
const notes = [
  'Ring twice, please.',
  'Leave with the front desk.',
  'Hard of hearing: knock loudly.',
  'Dog in the yard; gate is on the left.',
]

interface Seeding {
  environment: EnvironmentVariables
  now: Date
  /** Called with a line for the terminal before anything is written. Not called if the table has the demo already. */
  report?: (line: string) => void
}

const picture = (name: string) => readFile(new URL(`pictures/${name}`, import.meta.url))

/**
 * Writes a demo pharmacy with three weeks of history and a day in progress, unless the table has one already. Its patients and
 * deliveries are written by the real operations, with the clock set back. The log-ins are written last, so that no one can sign in
 * to a half-written demo. After an interruption the next start begins again.
 */
export async function seedDemo({ environment, now, report = () => {} }: Seeding): Promise<void> {
  const services = openServices(environment)
  const table = openUnguardedTable(services.table.inUse)
  const [owner] = demoStaff
  if (await table.get(unscopedKeys.email(owner.email))) return
  report('Creating the demo pharmacy …')

  const founded = new Date(now.getTime() - 40 * dayMs)
  const { tenant, roles } = await createTenant(table, {
    name: 'Elm Street Pharmacy',
    description: 'A neighborhood pharmacy that delivers to your door.',
    subscribed_products: ['delivery', 'document_mgmt', 'inventory_mgmt'],
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    now: founded,
  })
  const password_hash = await hashPassword(demoPassword)
  const staff = await Promise.all(
    demoStaff.map(({ full_name, email, role, ...more }) =>
      addUser(table, tenant, {
        full_name,
        email,
        phone: 'phone' in more ? more.phone : '',
        password_hash,
        is_tenant_admin: role === undefined,
        roles: roles.filter(({ name }) => name === role).map(({ id }) => id),
      }),
    ),
  )
  const callerOf = (user: StoredUser): Caller => ({
    user,
    account: newStoredAccount(user, user.account_id ?? ''),
    tenant,
    roles,
    permissions: effectivePermissions(user, roles, tenant.subscribed_products),
    keys: keysOf(tenant.id),
    sessionId: 'demo',
    signedInAt: tenant.created_at,
    address: '127.0.0.1',
    device: 'Demo',
  })
  await runInTenant(tenant.id, () => writeDeliveries(services, staff.map(callerOf), now))
  await addressAll(table, staff)
}

const dayMs = 86_400_000
const hourMs = 3_600_000

const addressAll = async (table: Table, staff: readonly StoredUser[]) => {
  for (const user of staff.toReversed()) await linkAddressToAccount(table, user)
}

/** Returns the date of an instant in this machine's time zone, which is also the demo pharmacy's. */
const localDate = (instant: Date) =>
  [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

async function writeDeliveries(services: Services, callers: readonly Caller[], now: Date): Promise<void> {
  const [admin, ...others] = callers
  const drivers = others.slice(-2)
  if (!admin) return
  const [photos, drawn] = await Promise.all([
    Promise.all(pictures.map(picture)),
    Promise.all(signatures.map(async (name) => `data:image/png;base64,${(await picture(name)).toString('base64')}`)),
  ])
  const at = (time: number): Services => ({ ...services, now: () => new Date(Math.min(time, now.getTime() - 60_000)) })
  const addPatients = async (bodies: typeof demoPatientBodies) => {
    const added: Patient[] = []
    for (const body of bodies)
      added.push(await createPatient(...argumentsOf(admin, at(now.getTime() - 30 * dayMs), { body, params: {} })))
    return added
  }
  const patients = await addPatients(demoPatientBodies)

  const random = createSeededRandom(11)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const plan = planDemoDeliveries(localDate(now))
  for (const [i, planned] of plan.entries()) {
    const patient = patients[i % patients.length]
    const driver = pick(drivers)
    if (!patient || !driver) continue
    const journey = {
      planned,
      patient,
      photo: pick(photos),
      signature: pick(drawn) ?? '',
      note: random() < 0.3 ? pick(notes) : '',
    }
    await writeJourney(at, { admin, driver, clerk: pick(others.slice(0, 2)) ?? admin }, journey, random)
  }

  const [clerk, , driver, second] = others
  const reached = patients.at(-1)
  const [signature = ''] = drawn
  if (!clerk || !driver || !second || !reached) return
  const today = (patient: Patient, slot: string, status: PlannedDelivery['status']) => {
    const planned = { date: localDate(now), slot, status }
    const journey = { planned, patient, photo: undefined, signature, note: '' }
    return writeJourney(at, { admin, driver: second, clerk }, journey, random)
  }
  for (const patient of await addPatients(demoResidentBodies)) await today(patient, '12:00-15:00', 'unassigned')
  for (const patient of await addPatients(demoHouseholdBodies)) await today(patient, '15:00-18:00', 'assigned')
  const moved = await today(reached, '09:00-12:00', 'in_progress')
  await handToPharmacy(at, { admin, driver: second, next: driver }, { id: moved, signature, now })
}

/** Gives a delivery to another driver while the first one was at the door, whose signature then waits for the pharmacy. */
async function handToPharmacy(
  at: (time: number) => Services,
  { admin, driver, next }: { admin: Caller; driver: Caller; next: Caller },
  { id, signature, now }: { id: string; signature: string; now: Date },
): Promise<void> {
  const services = at(now.getTime())
  const params = { id }
  await updateDelivery(...argumentsOf(admin, services, { params, body: { pharmacist_id: next.user.id } }))
  const body = refusedActionForm().parse({
    kind: 'completion',
    refusal: 'This delivery was changed by someone else. Refresh and try again.',
    captured_at: services.now().toISOString(),
    completion: { patient_signature: signature, hipaa_form_received: true, counseling_received: true, amount: 0 },
  })
  await reportUnsent(...argumentsOf(driver, services, { params, body, photo: undefined }))
}

const nothingElse = {
  query: undefined,
  version: undefined,
  photo: undefined,
  idempotency: undefined,
  confirmIf: undefined,
} as const

/** The kinds of events that the seed may record. */
const event = [
  'patient.created',
  'delivery.created',
  'delivery.assigned',
  'delivery.status_changed',
  'delivery.completed',
  'delivery.attempted',
  'delivery.unsent_reported',
] as const

/** Returns the arguments with which `caller` calls an operation. */
function argumentsOf<S extends object>(caller: Caller, services: Services, sent: S) {
  const activity = openEventRecorder(services, actorOf(caller.user), {
    event,
    place: caller.address,
    requestId: 'demo',
  })
  return [{ ...nothingElse, caller, activity, ...sent }, services] as const
}

interface Journey {
  planned: PlannedDelivery
  patient: Patient
  photo: Uint8Array | undefined
  signature: string
  note: string | undefined
}

/** Returns the body of the request that creates a planned delivery. */
function plannedBody({ planned, patient, note }: Pick<Journey, 'planned' | 'patient' | 'note'>, random: () => number) {
  return newDelivery().parse({
    delivery_date: planned.date,
    time_range: planned.slot,
    patient_id: patient.id,
    delivery_notes: note,
    language: random() < 0.85 ? 'english' : 'spanish',
    rx_information: Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      rx_date: addDays(planned.date, -Math.floor(random() * 6)),
      rx_number: `RX-${String(Math.floor(random() * 900_000) + 100_000)}`,
      copay: [0, 5, 10, 12.5, 20][Math.floor(random() * 5)],
    })),
    sku_information:
      random() < 0.4
        ? [
            {
              sku_number: medicines[Math.floor(random() * medicines.length)],
              quantity: 1 + Math.floor(random() * 2),
              price: 8.49,
            },
          ]
        : [],
    refrigerated: random() < 0.15,
    collect_copay: random() < 0.5,
    signature_required: true,
    require_photo_id: random() < 0.2,
    hipaa_form: random() < 0.2,
    ...(planned.status === 'pending' && { status: planned.status }),
  })
}

/**
 * Creates one delivery and moves it step by step to the status that the demo plans for it, each step at a plausible time. Returns
 * the delivery's id.
 */
async function writeJourney(
  at: (time: number) => Services,
  { admin, driver, clerk }: { admin: Caller; driver: Caller; clerk: Caller },
  { planned, patient, photo, signature, note }: Journey,
  random: () => number,
): Promise<string> {
  const { date, slot, status } = planned
  const planning = Date.parse(`${addDays(date, -1)}T15:00:00`) + random() * 3 * hourMs
  const onTheWay = Date.parse(`${date}T${slot.slice(0, 5)}:00`) + random() * hourMs
  const body = plannedBody({ planned, patient, note }, random)
  const { id } = await createDelivery(...argumentsOf(clerk, at(planning), { body, params: {} }))
  if (status === 'pending' || status === 'unassigned') return id
  const params = { id }
  await updateDelivery(
    ...argumentsOf(admin, at(planning + hourMs), { params, body: { pharmacist_id: driver.user.id } }),
  )
  if (status === 'assigned') return id

  const change = (to: typeof status, by: Caller, time: number, notes = '') =>
    changeStatus(...argumentsOf(by, at(time), { params, body: { status: to, notes, delivery_notes: '' } }))
  if (status === 'cancelled') {
    await change(status, clerk, onTheWay - hourMs, 'Patient cancelled')
    return id
  }
  await change('in_progress', driver, onTheWay)
  if (status === 'failed') {
    const tried = attemptForm().parse({ reason: 'no_answer', note: 'Rang twice', captured_at: null })
    await recordAttempt(...argumentsOf(driver, at(onTheWay + 0.7 * hourMs), { params, body: tried, photo }))
  }
  if (status !== 'delivered') return id
  const data = completion().parse({
    patient_signature: signature,
    hipaa_form_received: true,
    counseling_received: true,
    amount: body.collect_copay ? body.rx_information.reduce((sum, { copay }) => sum + copay, 0) : 0,
  })
  const withPhoto = random() < 0.6 ? photo : undefined
  const sent = { params, body: data, photo: withPhoto }
  await completeDelivery(...argumentsOf(driver, at(onTheWay + 0.5 * hourMs), sent))
  return id
}
