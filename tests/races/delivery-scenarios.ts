import { randomUUID } from 'node:crypto'
import { keysOf } from '#functions/data/keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import {
  aDelivery,
  aPatient,
  complete,
  completionData,
  deliveryBody,
  patientBody,
  pngBytes,
} from '#tests/support/builders.ts'
import { uploadPhoto } from '#tests/support/upload-photo.ts'
import type { Scenario, SetUp } from './scenario.ts'

export function deliveryScenarios({ app, pharmacy, patient }: SetUp): Record<string, Scenario> {
  const as = pharmacy.admin
  const stored = (id: string) => app.table.get(keysOf(pharmacy.tenant.id).delivery(id))
  const { ofPatient } = keysOf(pharmacy.tenant.id)
  return {
    createDelivery: async () => {
      const { id } = await aPatient(app, as)
      const body = deliveryBody(app, id, { pharmacist_id: pharmacy.driver.user.id })
      const key = { 'idempotency-key': randomUUID() }
      return {
        send: (headers) => app.call(deliveries.createDelivery, { as, body, headers: { ...headers, ...key } }),
        done: async () => (await app.table.queryAll(ofPatient(id))).length,
      }
    },
    updateDelivery: async () => {
      const { id } = await aDelivery(app, pharmacy, { patient_id: patient })
      const sending = { as, params: { id }, body: { pharmacist_id: pharmacy.driver.user.id } }
      return {
        send: (headers) =>
          app.call(deliveries.updateDelivery, { ...sending, headers: { ...headers, 'if-match': '1' } }),
        done: async () => ((await stored(id))?.version ?? 0) - 1,
        repeated: 409,
      }
    },
    deleteDelivery: async () => {
      const { id } = await aDelivery(app, pharmacy, { patient_id: patient })
      return {
        send: (headers) => app.call(deliveries.deleteDelivery, { as, params: { id }, headers }),
        done: async () => ((await stored(id))?.deleted_at ? 1 : 0),
        repeated: 404,
      }
    },
    changeStatus: async () => {
      const { id } = await aDelivery(app, pharmacy, { status: 'assigned', patient_id: patient })
      const sending = { as: pharmacy.driver, params: { id }, body: { status: 'in_progress' } }
      return {
        send: (headers) => app.call(deliveries.changeStatus, { ...sending, headers }),
        done: async () => ((await stored(id))?.version ?? 0) - 1,
        repeated: 409,
      }
    },
    completeDelivery: async () => {
      const { id } = await aDelivery(app, pharmacy, { status: 'in_progress', patient_id: patient })
      const key = { 'idempotency-key': randomUUID() }
      return {
        send: (headers) => complete(app, pharmacy.driver, id, { photo: pngBytes, headers: { ...headers, ...key } }),
        done: async () => ((await stored(id))?.history_count ?? 0) - 2,
      }
    },
    completeUploaded: async () => {
      const { id } = await aDelivery(app, pharmacy, { status: 'in_progress', patient_id: patient })
      const data = { ...completionData, delivery_photo_key: await uploadPhoto(app, pharmacy, { id }) }
      const key = { 'idempotency-key': randomUUID() }
      return {
        send: (headers) => complete(app, pharmacy.driver, id, { data, headers: { ...headers, ...key } }),
        done: async () => ((await stored(id))?.history_count ?? 0) - 2,
      }
    },
    requestPhotoUpload: async () => {
      const { id } = await aDelivery(app, pharmacy, { status: 'in_progress', patient_id: patient })
      const sending = { as, params: { id }, body: { content_type: 'image/jpeg', size: 9 } }
      return { send: (headers) => app.call(deliveries.requestPhotoUpload, { ...sending, headers }) }
    },
  }
}

export function patientScenarios({ app, pharmacy }: SetUp): Record<string, Scenario> {
  const as = pharmacy.admin
  const keys = keysOf(pharmacy.tenant.id)
  const stored = (id: string) => app.table.get(keys.patient(id))
  const named = async (name: string) =>
    (await app.table.queryAll(keys.names, { startsWith: name.toLowerCase() })).length
  return {
    createPatient: async () => {
      const name = `Neil ${randomUUID()}`
      const sending = { as, body: { ...patientBody, name } }
      const key = { 'idempotency-key': randomUUID() }
      return {
        send: (headers) => app.call(patients.createPatient, { ...sending, headers: { ...headers, ...key } }),
        done: () => named(name),
      }
    },
    updatePatient: async () => {
      const { id } = await aPatient(app, as)
      const sending = { as, params: { id }, body: { ...patientBody, name: 'Grace Brewster', city: 'Arlington' } }
      return {
        send: (headers) => app.call(patients.updatePatient, { ...sending, headers: { ...headers, 'if-match': '1' } }),
        done: async () => ((await stored(id))?.version ?? 0) - 1,
        repeated: 409,
      }
    },
    deletePatient: async () => {
      const { id } = await aPatient(app, as)
      return {
        send: (headers) => app.call(patients.deletePatient, { as, params: { id }, headers }),
        done: async () => ((await stored(id))?.deleted_at ? 1 : 0),
        repeated: 404,
      }
    },
  }
}
