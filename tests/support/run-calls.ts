import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import * as attempts from '#shared/api/attempts.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as runs from '#shared/api/runs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { SettingsChoices } from '#shared/model/settings.ts'
import { aDelivery, aPatient, complete, completionData } from './builders.ts'
import type { Organisation, Person, TestApp } from './test-app.ts'

let streetNumber = 100

/** Returns the calls that tests make about the run of one person on one day. */
export function runCallsOf(app: TestApp, pharmacy: Organisation, { person, date }: { person: Person; date: string }) {
  const params = { date, user_id: person.user.id }
  const call = (
    entry: Entry,
    body?: object,
    { as = person, headers = {} }: { as?: Person; headers?: Record<string, string> } = {},
  ) => app.call(entry, { as, params, headers, ...(body && { body }) })
  const own = { ...pharmacy, driver: person }
  return {
    params,
    call,
    read: (as?: Person) => call(runs.readRun, undefined, as && { as }),
    load: (delivery_id: string, as?: Person) => call(runs.loadPackage, { delivery_id }, as && { as }),
    start: (body: object = {}) => call(runs.startRun, body),
    close: (counted: object = {}, note = '') => call(runs.closeRun, { counted, note }),
    confirm: (body: object, as = pharmacy.admin) => call(runs.confirmRun, { counted: {}, ...body }, { as }),
    reopen: (reason = 'Miscounted', as = pharmacy.admin) => call(runs.reopenRun, { reason }, { as }),
    /** Adds a delivery to this run: a stop of its own for a new patient, unless `fields` names a patient. */
    async add(fields: Parameters<typeof aDelivery>[2] = {}): Promise<Delivery> {
      const patient_id =
        fields.patient_id ?? (await aPatient(app, pharmacy.admin, { address: `${streetNumber++} Elm Street` })).id
      return aDelivery(app, own, { status: 'assigned', delivery_date: date, ...fields, patient_id })
    },
    complete: (id: string, data: object = {}) => complete(app, person, id, { data: { ...completionData, ...data } }),
    attempt: (id: string, body: object = { reason: 'no_answer' }) =>
      app.call(attempts.recordAttempt, { as: person, params: { id }, body }),
    bringBack: (id: string) => app.call(attempts.returnPackage, { as: person, params: { id }, body: {} }),
  }
}

export type RunCalls = ReturnType<typeof runCallsOf>

/** Stores some of an organisation's settings directly in the table, without a call. */
export async function storeSettings(
  app: TestApp,
  { tenant }: Organisation,
  choices: Partial<SettingsChoices>,
): Promise<void> {
  await app.table.write(update(keysOf(tenant.id).tenant, { set: choices }))
}
