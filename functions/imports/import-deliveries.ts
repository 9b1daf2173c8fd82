import { isDeepStrictEqual } from 'node:util'
import type * as imports from '#shared/api/imports.ts'
import { type DeliveryEdit, deliveryEdit, newDelivery } from '#shared/model/delivery-form.ts'
import { type ImportResult, importedDelivery } from '#shared/model/import.ts'
import { sentFields } from '#shared/model/shapes.ts'
import { withoutLeadingZeros } from '#shared/rules/external-ids.ts'
import { isEditableStatus } from '#shared/rules/transitions.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutPatient } from '../data/subjects.ts'
import { put, type Write } from '../data/writes.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import { patientOpenDeliveriesWrite } from '../deliveries/compose-delivery-change.ts'
import { newStoredDelivery, storeNewDelivery } from '../deliveries/create-delivery.ts'
import { eventFieldsOfDelivery } from '../deliveries/present-delivery.ts'
import { deliveryEditDecider } from '../deliveries/update-delivery.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { parseOrRefuse } from '../http/read-request.ts'
import type { Services } from '../http/services.ts'
import { composePatientEdit } from '../patients/update-patient.ts'
import { keysOfPatientRow } from './import-patients.ts'
import {
  importResultWrites,
  importRows,
  nestedRow,
  type RowImportRequest,
  successfulRowResult,
  withoutEmptyCells,
} from './import-rows.ts'
import { findImportedPackages, findNamedDelivery } from './known-deliveries.ts'
import { type DeliveryRowRequest, type ForWhom, findPatientOfRow } from './patient-of-row.ts'
import { moveExtension } from './phone-extension.ts'
import {
  addedLines,
  compareLines,
  countLines,
  type DeliveryLines,
  freshLines,
  linesOfDeliveries,
  replacedLines,
  sharesLine,
} from './row-lines.ts'

export const importDeliveries: Operation<typeof imports.importDeliveries> = (request, services) => {
  const { caller } = request
  const plansAnew = request.body.when_out === 'new'
  return importRows(request, services, {
    keysOf: ({ patient_id, patient_external_id, patient, external_id }) => [
      ...keysOfPatientRow(nestedRow(patient)),
      ...keyOf('patient', patient_id),
      ...keyOf('id', patient_external_id),
      ...keyOf('delivery', external_id),
    ],
    importOne: (one) => retryIfOvertaken(() => new DeliveryRow(one, { caller, plansAnew }, services).import()),
  })
}

/** Returns the key of what an ID means. The schema reports what is no text or number. */
const keyOf = (what: string, id: unknown): string[] =>
  (typeof id === 'string' && id) || typeof id === 'number' ? [`${what} ${withoutLeadingZeros(String(id))}`] : []

class DeliveryRow {
  private readonly one: RowImportRequest
  private readonly request: DeliveryRowRequest
  /** Whether new prescriptions for a package that is out already become a new delivery. */
  private readonly plansAnew: boolean

  constructor(
    one: RowImportRequest,
    { caller, plansAnew }: { caller: Caller; plansAnew: boolean },
    services: Services,
  ) {
    const { patient } = one.row
    const row =
      patient === undefined ? one.row : { ...one.row, patient: moveExtension(withoutEmptyCells(nestedRow(patient))) }
    this.one = one
    this.request = { row, sent: parseOrRefuse(importedDelivery(), row, 'body'), caller, services }
    this.plansAnew = plansAnew
  }

  async import(): Promise<ImportResult> {
    const { request } = this
    if (!request.sent.external_id) return this.importUnnamed()
    const named = await findNamedDelivery(request)
    if (!named) return this.add(await findPatientOfRow(request))
    const { delivery, renamed } = named
    const forWhom = renamed ?? (this.onlyDescribesPatient() ? undefined : await findPatientOfRow(request))
    return this.edit(delivery, forWhom, replacedLines(request, compareLines(request, linesOfDeliveries([delivery]))))
  }

  /**
   * Returns true if the row describes its patient without an ID. It then means the patient of the delivery that it names, whatever
   * phone number or address the directory has by now.
   */
  private onlyDescribesPatient() {
    const { patient, patient_id, patient_external_id } = this.request.sent
    return patient !== undefined && patient_id === undefined && !patient_external_id && !patient.external_id
  }

  /**
   * Imports a row without an external ID. It means the delivery that an earlier import has created for the same patient, day and
   * time range, and adds its prescriptions to that delivery. If the delivery can no longer be edited, new prescriptions become a
   * new delivery, provided that the request says so.
   */
  private async importUnnamed(): Promise<ImportResult> {
    const { request } = this
    const forWhom = await findPatientOfRow(request)
    const { packages, remember } = await findImportedPackages(request, forWhom?.patient)
    const [newest] = packages
    if (!newest) return this.add(forWhom, remember)
    const compared = (deliveries: readonly StoredDelivery[]) => compareLines(request, linesOfDeliveries(deliveries))
    const fresh = freshLines(compared(packages))
    const hasFresh = countLines(fresh) > 0
    if (hasFresh && this.plansAnew && !isEditableStatus(newest.status)) return this.add(forWhom, remember, fresh)
    const target = (hasFresh ? undefined : packages.find((delivery) => sharesLine(compared([delivery])))) ?? newest
    return this.edit(target, forWhom, addedLines(request, compared([target]), fresh))
  }

  private async edit(
    known: StoredDelivery,
    forWhom: ForWhom | undefined,
    lines: Pick<DeliveryEdit, 'rx_information' | 'sku_information'>,
  ): Promise<ImportResult> {
    const { caller, services } = this.request
    const { isDry, idempotency, activity } = this.one
    const body = this.editOf(known, forWhom, lines)
    if (!saysMore(known, body)) return successfulRowResult('unchanged', known.id)
    if (isDry || forWhom?.addition || hasTaken(forWhom)) {
      // Check the edit before anything is written, so that a refused edit doesn't change the directory.
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
    await this.takeIntoDirectory(forWhom)
    const answer = successfulRowResult('updated', known.id)
    const own = idempotency && { ...idempotency, record: () => idempotency.record(answer) }
    const request = { caller, params: { id: known.id }, version: undefined, idempotency: own, activity }
    await changeDelivery(request, services, deliveryEditDecider({ body, caller }, services))
    return answer
  }

  /** Makes the edit of a known delivery. The delivery keeps the external ID that it has. */
  private editOf(
    known: StoredDelivery,
    forWhom: ForWhom | undefined,
    lines: Pick<DeliveryEdit, 'rx_information' | 'sku_information'>,
  ): DeliveryEdit {
    const patient_id = forWhom?.patient.id ?? known.patient_id
    const edit = {
      ...this.request.sent,
      external_id: undefined,
      patient_id: patient_id === known.patient_id ? undefined : patient_id,
      refresh_patient: hasTaken(forWhom) || undefined,
      rx_information: undefined,
      sku_information: undefined,
      ...lines,
    }
    return sentFields(deliveryEdit().parse(edit))
  }

  /** Changes the patient in the directory if the row says so. Returns the patient as they are then. */
  private async takeIntoDirectory(forWhom: ForWhom | undefined) {
    const { caller, services } = this.request
    const { patient: stored, taken: sent = {} } = forWhom ?? {}
    const edit = stored && composePatientEdit({ stored, sent }, caller, services)
    if (!edit) return stored
    const { next, changes, writes } = edit
    if (!this.one.isDry)
      await this.one.activity.record({ action: 'patient.edited', ...aboutPatient(next), changes }, ...writes)
    return next
  }

  /** Adds a delivery. If `lines` is set, these are its prescriptions and items. */
  private async add(
    forWhom: ForWhom | undefined,
    remember: (id: string) => Write[] = () => [],
    lines?: DeliveryLines,
  ): Promise<ImportResult> {
    const { row, caller, services } = this.request
    const { isDry, activity } = this.one
    const { id: patient_id, time_range } = forWhom?.patient ?? {}
    const form = { ...(time_range && { time_range }), ...row, patient_id }
    const parsed = parseOrRefuse(newDelivery(), form, 'body')
    const body = lines ? { ...parsed, rx_information: [...lines.rx], sku_information: [...lines.sku] } : parsed
    // Check the delivery before anything is written, so that a refused one doesn't change the directory.
    if (hasTaken(forWhom)) await newStoredDelivery({ body, patient: forWhom?.patient }, caller, services)
    const patient = await this.takeIntoDirectory(forWhom)
    const delivery = await newStoredDelivery({ body, patient }, caller, services)
    if (isDry || !forWhom || !patient) return successfulRowResult('added', null)
    const { addition } = forWhom
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

const hasTaken = (forWhom: ForWhom | undefined) => Object.keys(forWhom?.taken ?? {}).length > 0

/**
 * Returns true if a row has a value that the delivery doesn't have yet. The row's notes are compared with the order's notes,
 * because the delivery's own notes may have been written at the door. A line break in them counts as a blank, because files have
 * none.
 */
function saysMore(known: StoredDelivery, row: object): boolean {
  const present: Record<string, unknown> = { ...eventFieldsOfDelivery(known), delivery_notes: known.order_notes }
  const comparable = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : value)
  return Object.entries(row).some(([field, value]) => !isDeepStrictEqual(comparable(value), comparable(present[field])))
}
