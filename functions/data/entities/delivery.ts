import type { Delivery } from '#shared/model/delivery.ts'
import { deliveryColumns, type KeptRow } from '#shared/model/delivery-row.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import type { MadeCorrection } from '#shared/model/made-correction.ts'
import { slipStart } from '#shared/rules/slip-codes.ts'
import { isOpen } from '#shared/rules/transitions.ts'
import { type Index, type Item, type Key, type Kind, keyAt, type Partition, type Question } from '../key.ts'
import { deliveryPartition } from './delivery-partition.ts'

type PresignedFields = 'patient_signature' | 'delivery_photo_url' | 'delivery_photo'
/** Computed for every answer from the settings and the current day. */
type FoundFields = 'return_by' | 'return_state'
/** Absent from items that an earlier release wrote. */
type LaterFields = 'unsent'

export interface StoredDelivery
  extends Omit<Delivery, PresignedFields | FoundFields | LaterFields>,
    Partial<Pick<Delivery, LaterFields>> {
  return_from: string | null
  /** The device's time when it reported that a failed package is back. */
  return_captured_at?: string | null
  signature_key: string | null
  signature_sha256: string | null
  /** The S3 key of the recorded points of the signature. */
  strokes_key: string | null
  strokes_sha256: string | null
  photo_key: string | null
  photo_sha256: string | null
  /** The time at which it was last on its way. Absent before the first time, and if that was before this field existed. */
  started_at?: string
  /** The pharmacy's own note, which the note of a completion does not replace. */
  order_notes: string
  /** The ids of its former drivers, the newest last. Of many, the oldest are dropped. */
  former_people?: readonly string[]
  /** The number of changes in its history. */
  history_count: number
  /** The hash of the newest history item. Absent until there is one. */
  chain_head?: string
  /** Prescription numbers that were corrected, with the row of the prescription. The delivery can still be found by them. */
  former_rx_numbers?: { row: number; rx_number: string }[]
  /** The driver's own corrections of the collected money, the oldest first. */
  own_corrections?: MadeCorrection[]
  /** Set when it was deleted: it is hidden from everybody but kept for the record. */
  deleted_at?: string
}

/** A list row as the indexes hold it. */
export type StoredDeliveryRow = KeptRow

/** A delivery is only ever written as a whole. These are the fields that a condition may name. */
export type DeliveryGuards = Pick<StoredDelivery, 'version'>

/** Columns that items of the first release lack. */
const laterColumns = { external_id: '', asked: null }

const laterFields = { recipient_notes: '' }

/** A list row, which is what the list indexes project. */
const rowKind: Kind<StoredDeliveryRow> = {
  name: 'delivery row',
  read: ({ row }) => ({ ...laterColumns, ...row }),
  write: (row) => ({ row }),
}

/**
 * A delivery keeps the columns of the lists in one map, and the list indexes project only that map, so that a new column needs no
 * new index. `version` is also stored beside the map, for the conditions of writes.
 */
export const deliveryKind = (indexKeysOf: (delivery: StoredDelivery) => Item): Kind<StoredDelivery> => ({
  name: 'delivery',
  read: ({ row, ...item }) => ({ ...laterFields, ...item, ...laterColumns, ...row }) as StoredDelivery,
  write(value) {
    const row: Item = {}
    const rest: Item = {}
    for (const [field, content] of Object.entries(value)) (deliveryColumns().has(field) ? row : rest)[field] = content
    return { ...rest, version: value.version, row, ...indexKeysOf(value) }
  },
})

/** Within a day, deliveries are sorted by time slot and then by id. */
const listSortKey = (delivery: { delivery_date: string; time_range: string; id: string }) =>
  `${delivery.delivery_date}#${delivery.time_range.slice(0, 5)}#${delivery.id}`

/** The fields that determine a delivery's position among the hits of a search. */
export type HitFields = Pick<StoredDelivery, 'status' | 'delivery_date' | 'time_range' | 'id'>

/** Open deliveries come first, the soonest first, then the others, the latest first. */
export const searchSortKey = (delivery: HitFields) =>
  isOpen(delivery.status)
    ? `0#${listSortKey(delivery)}`
    : `1#${listSortKey({ ...delivery, delivery_date: backwards(delivery.delivery_date) })}`

/** Sorts a later date before an earlier one. */
const backwards = (date: string) => date.replace(/\d/g, (digit) => String(9 - Number(digit)))

/** The delivery id in the sort key of a list. */
export const idInListKey = (sortKey: string) => sortKey.split('#')[2] ?? ''

/** The bounds of the sort keys of one day, and of all days before it. */
export const dayStart = (date: string) => `${date}#`
export const dayEnd = (date: string) => `${date}#~`

const keysOnly = { name: 'nothing', read: () => undefined }

/** Each index projects either the whole row as one map or only its keys. */
const indexes = {
  byStatus: { name: 'rows_by_status', partition: 'status_pk', sort: 'list_sk', projection: ['row'] },
  byPharmacist: { name: 'rows_by_pharmacist', partition: 'pharmacist_pk', sort: 'list_sk', projection: ['row'] },
  byPatient: { name: 'by_patient', partition: 'patient_pk', sort: 'list_sk', projection: 'KEYS_ONLY' },
  hitsByPatient: { name: 'hits_by_patient', partition: 'hit_pk', sort: 'hit_sk', projection: ['row'] },
  byCode: { name: 'by_code', partition: 'code_pk', sort: 'list_sk', projection: 'KEYS_ONLY' },
} as const satisfies Readonly<Record<string, Index>>

export const deliveryIndexes = Object.values(indexes)

export function deliveryKeys(tenant: string) {
  const statusPk = (status: DeliveryStatus) => `${tenant}#S#${status}`
  const pharmacistPk = (id: string | null, status: DeliveryStatus) => `${tenant}#P#${id ?? '-'}#${status}`
  const patientPk = (patientId: string) => `${tenant}#PD#${patientId}`
  const hitPk = (patientId: string) => `${tenant}#PF#${patientId}`
  const codePk = (id: string) => `${tenant}#DC#${slipStart(id)}`
  const rows = (index: Index, pk: string): Partition<StoredDeliveryRow> => ({ index, pk, kind: rowKind })
  const kind = deliveryKind((delivery) =>
    delivery.deleted_at
      ? {}
      : {
          status_pk: statusPk(delivery.status),
          pharmacist_pk: pharmacistPk(delivery.pharmacist_id, delivery.status),
          patient_pk: patientPk(delivery.patient_id),
          hit_pk: hitPk(delivery.patient_id),
          hit_sk: searchSortKey(delivery),
          code_pk: codePk(delivery.id),
          list_sk: listSortKey(delivery),
        },
  )
  return {
    delivery: (id: string): Key<StoredDelivery, DeliveryGuards> =>
      keyAt(kind, deliveryPartition(tenant, id), 'DELIVERY'),
    ofStatus: (status: DeliveryStatus) => rows(indexes.byStatus, statusPk(status)),
    /** `null`: unassigned. */
    ofPharmacist: (id: string | null, status: DeliveryStatus) => rows(indexes.byPharmacist, pharmacistPk(id, status)),
    /** Projects only keys, which end with the delivery's id. A change of status does not write to this index. */
    ofPatient: (patientId: string) => ({ index: indexes.byPatient, pk: patientPk(patientId), kind: keysOnly }),
    hitsOfPatient: (patientId: string) => rows(indexes.hitsByPatient, hitPk(patientId)),
    /** The first characters of an id are enough. */
    ofCode: (id: string) => ({ index: indexes.byCode, pk: codePk(id), kind: keysOnly }),
  }
}

export function deliveryQuestions(): Question[] {
  const example = deliveryKeys('T#t')
  return [
    { question: 'one delivery', example: example.delivery('id') },
    { question: 'deliveries of a status, by day', example: example.ofStatus('pending') },
    {
      question: 'the same of one pharmacist, or of none (`-`)',
      example: example.ofPharmacist('pharmacist', 'assigned'),
    },
    { question: "a patient's deliveries, by day", example: example.ofPatient('patient') },
    { question: "a patient's open deliveries, then the latest", example: example.hitsOfPatient('patient') },
    { question: "which delivery is this slip's", example: example.ofCode('12345678') },
  ]
}
