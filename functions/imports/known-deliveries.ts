import { isId } from '#shared/model/fields.ts'
import { otherNameText } from '#shared/model/import.ts'
import { idsWithOtherZeros } from '#shared/rules/external-ids.ts'
import { isSameName } from '#shared/rules/same-name.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { put, type Write } from '../data/writes.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import { comparablePatient } from '../patients/comparable-patient.ts'
import type { DeliveryRowRequest, ForWhom } from './patient-of-row.ts'

async function deliveryOf({ caller, services }: DeliveryRowRequest, id: string | undefined) {
  const delivery = id === undefined ? undefined : await services.table.get(caller.keys.delivery(id))
  return delivery?.deleted_at ? undefined : delivery
}

interface NamedDelivery {
  delivery: StoredDelivery
  /** The delivery's patient, if the row gives this patient another name. */
  renamed?: ForWhom
}

/**
 * Finds the delivery that a row's external ID names, unless it was deleted. If the delivery is for someone of another name than the
 * row, throws a 422, or renames the delivery's patient if the row says so.
 */
export async function findNamedDelivery(request: DeliveryRowRequest): Promise<NamedDelivery | undefined> {
  const { sent, caller, services } = request
  const name = sent.patient?.name
  const delivery = await findByExternalId(request)
  if (delivery && (name === undefined || isSameName(name, delivery.patient_name))) return { delivery }
  const shortened = await findWithOtherZeros(request)
  if (shortened) return { delivery: shortened }
  if (!delivery || name === undefined) return undefined
  const patient = await services.table.get(caller.keys.patient(delivery.patient_id))
  if (patient && isSameName(name, patient.name)) return { delivery }
  if (!patient || !sent.rename) throw invalidFieldError('external_id', otherNameText(delivery.patient_name))
  return { delivery, renamed: { patient, taken: { name } } }
}

/**
 * For a delivery without an external ID, exports write the delivery's own id in its place, so such an id also finds its delivery.
 */
async function findByExternalId(request: DeliveryRowRequest) {
  const { external_id = '' } = request.sent
  const { caller, services } = request
  const entry = await services.table.get(caller.keys.externalId('delivery', external_id))
  if (entry || !isId(external_id)) return deliveryOf(request, entry?.id)
  const known = await deliveryOf(request, external_id.toLowerCase())
  return known?.external_id === '' ? known : undefined
}

/**
 * Finds the delivery whose external ID differs from the row's only in leading zeros, and which is for the same day, time range and
 * patient. Spreadsheets drop these zeros.
 */
async function findWithOtherZeros(request: DeliveryRowRequest): Promise<StoredDelivery | undefined> {
  const { sent, caller, services } = request
  const { external_id = '', delivery_date, time_range, patient } = sent
  const others = idsWithOtherZeros(external_id).map((id) => caller.keys.externalId('delivery', id))
  if (!patient?.name || !delivery_date || !time_range || others.length === 0) return undefined
  const row = comparablePatient(patient)
  for (const entry of await services.table.getAll(others, { consistent: true })) {
    const delivery = await deliveryOf(request, entry?.id)
    if (delivery?.delivery_date !== delivery_date || delivery.time_range !== time_range) continue
    const { patient_name: name, phone, zip_code } = delivery
    const known = comparablePatient({ name, phone, zip_code })
    if (known.name === row.name && (known.phone === row.phone || known.zip_code === row.zip_code)) return delivery
  }
  return undefined
}

interface ImportedPackages {
  /** The deliveries that imports have made for the same patient, day and time range, the newest first. */
  packages: StoredDelivery[]
  /** Makes the entry by which a later import will find the delivery that is created now, beside the earlier ones. */
  remember: (id: string) => Write[]
}

/** How many earlier deliveries of one patient, day and time range an entry names. */
const earlierLimit = 20

/** Finds the deliveries that earlier imports have created for the row's patient, day and time range from rows without external IDs. */
export async function findImportedPackages(
  request: DeliveryRowRequest,
  patient: StoredPatient | undefined,
): Promise<ImportedPackages> {
  const { sent, caller, services } = request
  const { delivery_date, time_range } = sent
  if (!patient || !delivery_date || !time_range) return { packages: [], remember: () => [] }
  const keyOf = (patient_id: string) => caller.keys.importedDelivery({ patient_id, delivery_date, time_range })
  const key = keyOf(patient.id)
  // Packages that were imported for patients who were merged into this one have their entries with those patients' ids.
  const merged = (patient.merged ?? []).map(({ id }) => keyOf(id))
  const [entry, ...others] = await services.table.getAll([key, ...merged], { consistent: true })
  const ids = [entry, ...others].flatMap((one) => (one ? [one.id, ...(one.earlier ?? [])] : []))
  const found = await Promise.all(ids.map((id) => deliveryOf(request, id)))
  const unchanged = entry ? { where: { id: entry.id } } : ({ absent: true } as const)
  return {
    packages: found.filter((delivery) => delivery !== undefined),
    remember: (id) => [
      put(
        key,
        { id, ...(ids.length > 0 && { earlier: ids.slice(0, earlierLimit) }) },
        { ...unchanged, refused: () => new OvertakenError() },
      ),
    ],
  }
}
