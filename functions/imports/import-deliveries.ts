import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type * as imports from '#shared/api/imports.ts'
import { newDelivery } from '#shared/model/delivery-form.ts'
import { isId } from '#shared/model/fields.ts'
import { type ImportedDelivery, type ImportResult, importedDelivery } from '#shared/model/import.ts'
import { newPatient } from '#shared/model/patient.ts'
import { sentFields } from '#shared/model/shapes.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutPatient } from '../data/subjects.ts'
import { put, type Write } from '../data/writes.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import { patientOpenDeliveriesWrite, unknownPatientError } from '../deliveries/compose-delivery-change.ts'
import { newStoredDelivery, storeNewDelivery } from '../deliveries/create-delivery.ts'
import { eventFieldsOfDelivery } from '../deliveries/present-delivery.ts'
import { deliveryEditDecider } from '../deliveries/update-delivery.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { parseOrRefuse } from '../http/read-request.ts'
import type { Services } from '../http/services.ts'
import { newPatientWrites, newStoredPatient } from '../patients/patient-writes.ts'
import { laneOfPatientRow } from './import-patients.ts'
import {
  type ImportRow,
  importResultWrites,
  importRows,
  nestedRow,
  type RowImportRequest,
  successfulRowResult,
  withoutEmptyCells,
} from './import-rows.ts'
import { comparablePatient, findSamePatient } from './same-patient.ts'

export const importDeliveries: Operation<typeof imports.importDeliveries> = (request, services) =>
  importRows(request, {
    laneOf: ({ patient_id, patient_external_id, patient, external_id }) =>
      String(patient_id ?? patient_external_id ?? (laneOfPatientRow(nestedRow(patient)) || external_id)),
    importOne: (one) => retryIfOvertaken(() => new DeliveryRow(one, request.caller, services).import()),
  })

/** The patient of a row: an existing one from the directory, or a new one that the row describes. */
interface ForWhom {
  patient: StoredPatient
  /** The writes that add a new patient to the directory. */
  addition?: readonly Write[]
}

class DeliveryRow {
  private readonly one: RowImportRequest
  private readonly row: ImportRow
  private readonly sent: ImportedDelivery
  private readonly caller: Caller
  private readonly services: Services

  constructor(one: RowImportRequest, caller: Caller, services: Services) {
    const { patient } = one.row
    this.one = one
    this.row = patient === undefined ? one.row : { ...one.row, patient: withoutEmptyCells(nestedRow(patient)) }
    this.sent = parseOrRefuse(importedDelivery(), this.row, 'body')
    this.caller = caller
    this.services = services
  }

  async import(): Promise<ImportResult> {
    const { external_id } = this.sent
    const named = external_id ? await this.findNamed(external_id) : undefined
    const forWhom = named && this.describesPatientOf(named) ? undefined : await this.findPatient()
    const { known, remember } = external_id
      ? { known: named, remember: () => [] }
      : await this.findDelivery(forWhom?.patient)
    return known ? this.edit(known, forWhom) : this.add(forWhom, remember)
  }

  /**
   * Returns true if the row only describes its patient, and the described name, phone and ZIP code are those of the delivery's
   * own copy. The delivery then keeps its patient, even if the directory has another phone number by now.
   */
  private describesPatientOf({ patient_name: name, phone, zip_code }: StoredDelivery) {
    const { patient, patient_id, patient_external_id } = this.sent
    const isAlone = patient_id === undefined && !patient_external_id && !patient?.external_id
    return (
      patient && isAlone && isDeepStrictEqual(comparablePatient(patient), comparablePatient({ name, phone, zip_code }))
    )
  }

  /**
   * Finds the delivery that the row's external ID names, unless it was deleted. For a delivery without an external ID, exports
   * write the delivery's own id in its place, so such an id also finds its delivery.
   */
  private async findNamed(external_id: string) {
    const entry = await this.services.table.get(this.caller.keys.externalId('delivery', external_id))
    if (entry || !isId(external_id)) return this.knownAs(entry)
    const known = await this.knownAs({ id: external_id.toLowerCase() })
    return known?.external_id === '' ? known : undefined
  }

  private async knownAs(entry: { id: string } | undefined) {
    const delivery = entry && (await this.services.table.get(this.caller.keys.delivery(entry.id)))
    return delivery?.deleted_at ? undefined : delivery
  }

  private async findPatient(): Promise<ForWhom | undefined> {
    const { table } = this.services
    const { keys } = this.caller
    const { patient_id, patient_external_id, patient: described } = this.sent
    if (described && patient_id === undefined && !patient_external_id) {
      const { patient, remember } = await findSamePatient(table, keys, described)
      if (patient) return { patient }
      const whole = parseOrRefuse(z.object({ patient: newPatient() }), this.row, 'body')
      const added = { ...newStoredPatient(whole.patient, this.services), open_deliveries: 1 }
      return {
        patient: added,
        addition: [...newPatientWrites(keys, added, () => new OvertakenError()), ...remember(added)],
      }
    }
    const field = patient_id === undefined ? 'patient_external_id' : 'patient_id'
    const named = patient_external_id ? await table.get(keys.externalId('patient', patient_external_id)) : undefined
    const id = patient_id ?? named?.id
    if (id === undefined && !patient_external_id) return undefined
    const patient = id === undefined ? undefined : await table.get(keys.patient(id))
    if (!patient || patient.deleted_at) throw unknownPatientError(field)
    return { patient }
  }

  /**
   * Finds the delivery that an earlier import has created for the same patient, day and time slot from a row without an external
   * ID. `remember` makes the entry by which a later import will find the delivery that is created now.
   */
  private async findDelivery(
    patient: StoredPatient | undefined,
  ): Promise<{ known?: StoredDelivery | undefined; remember: (id: string) => Write[] }> {
    const { table } = this.services
    const { keys } = this.caller
    const { delivery_date, time_range } = this.sent
    if (!patient || !delivery_date || !time_range) return { remember: () => [] }
    const key = keys.importedDelivery({ patient_id: patient.id, delivery_date, time_range })
    const entry = await table.get(key)
    const unchanged = entry ? { where: { id: entry.id } } : ({ absent: true } as const)
    return {
      known: await this.knownAs(entry),
      remember: (id) => [put(key, { id }, { ...unchanged, refused: () => new OvertakenError() })],
    }
  }

  private async edit(known: StoredDelivery, forWhom: ForWhom | undefined): Promise<ImportResult> {
    const { patient_id: _id, patient_external_id: _name, patient: _described, status: _status, ...fields } = this.sent
    const patient_id = forWhom?.patient.id ?? known.patient_id
    const isOwnId = fields.external_id?.toLowerCase() === known.id
    const body = {
      ...sentFields({ ...fields, ...(isOwnId && { external_id: undefined }) }),
      ...(patient_id !== known.patient_id && { patient_id }),
    }
    if (!saysMore(known, body)) return successfulRowResult('unchanged', known.id)
    const { caller, services } = this
    const { isDry, idempotency, activity } = this.one
    if (isDry || forWhom?.addition) {
      // Check the edit before anything is written, so that a refused edit doesn't add a patient.
      await deliveryEditDecider({ body: { ...body, patient_id: known.patient_id }, caller }, services)(known)
      if (isDry) return successfulRowResult('updated', known.id)
    }
    if (forWhom?.addition) {
      const { patient, addition } = forWhom
      // A new patient is added with no open deliveries, because the edit itself counts this delivery.
      const alone = addition.map((write) =>
        write.key.pk === caller.keys.patient(patient.id).pk
          ? put(caller.keys.patient(patient.id), { ...patient, open_deliveries: 0 }, { absent: true })
          : write,
      )
      await activity.record({ action: 'patient.created', ...aboutPatient(patient) }, ...alone)
    }
    const answer = successfulRowResult('updated', known.id)
    const own = idempotency && { ...idempotency, record: () => idempotency.record(answer) }
    const request = { caller, params: { id: known.id }, version: undefined, idempotency: own, activity }
    await changeDelivery(request, services, deliveryEditDecider({ body, caller }, services))
    return answer
  }

  private async add(forWhom: ForWhom | undefined, remember: (id: string) => Write[]): Promise<ImportResult> {
    const { caller, services } = this
    const { isDry, activity } = this.one
    const form = { ...this.row, patient_id: forWhom?.patient.id }
    const body = parseOrRefuse(newDelivery(), form, 'body')
    const delivery = await newStoredDelivery({ body, patient: forWhom?.patient }, caller, services)
    if (isDry || !forWhom) return successfulRowResult('added', null)
    const { patient, addition } = forWhom
    const answer = successfulRowResult('added', delivery.id)
    await storeNewDelivery(
      {
        delivery,
        caller,
        activity,
        ...(addition && { added: aboutPatient(patient) }),
        taken: () => new OvertakenError(),
      },
      services,
      [
        ...importResultWrites(this.one, answer),
        ...(addition ?? [patientOpenDeliveriesWrite(caller.keys.patient(patient.id), 1)]),
        ...remember(delivery.id),
      ],
    )
    return answer
  }
}

/**
 * Returns true if a row has a value that the delivery doesn't have yet. The row's notes are compared with the order's notes,
 * because the delivery's own notes may have been written at the door.
 */
function saysMore(known: StoredDelivery, row: object): boolean {
  const present: Record<string, unknown> = { ...eventFieldsOfDelivery(known), delivery_notes: known.order_notes }
  return Object.entries(row).some(([field, value]) => !isDeepStrictEqual(value, present[field]))
}
