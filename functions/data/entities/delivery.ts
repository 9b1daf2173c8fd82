import { type Delivery, type DeliveryStatus, deliveryColumns, type KeptRow } from '#shared/model/delivery.ts'
import type { MadeCorrection } from '#shared/model/made-correction.ts'
import { slipStart } from '#shared/rules/slip-codes.ts'
import { isOpen } from '#shared/rules/transitions.ts'
import { at, type Index, type Item, type Key, type Kind, type Partition, type Question } from '../key.ts'
import { deliveryPartition } from './delivery-partition.ts'

type PresignedFields = 'patient_signature' | 'delivery_photo_url' | 'delivery_photo'
/** Found with every answer, by the settings and the day of the moment. */
type FoundFields = 'return_by' | 'return_state'
/** Absent from items that an earlier release wrote. */
type LaterFields = 'unsent'

export interface StoredDelivery
  extends Omit<Delivery, PresignedFields | FoundFields | LaterFields>,
    Partial<Pick<Delivery, LaterFields>> {
  return_from: string | null
  /** The clock of the device that said that a failed package is back. */
  return_captured_at?: string | null
  signature_key: string | null
  signature_sha256: string | null
  /** The recorded points of the signature. */
  strokes_key: string | null
  strokes_sha256: string | null
  photo_key: string | null
  photo_sha256: string | null
  /** When it was last on its way; absent before the first time, and where that was before it was kept. */
  started_at?: string
  /** The pharmacy's own note, which the one of a completion does not replace. */
  order_notes: string
  /** The ids of those whose it was before, newest last; the oldest of many are forgotten. */
  former_people?: readonly string[]
  /** How many changes its history tells of. */
  history_count: number
  /** The hash of the newest history item; absent until there is a history. */
  chain_head?: string
  /** Numbers that corrections replaced, by the row of the prescription: the delivery is found by them as well. */
  former_rx_numbers?: { row: number; rx_number: string }[]
  /** How the person who delivered it corrected what they had collected, oldest first. */
  own_corrections?: MadeCorrection[]
  /** Hidden from everybody, and kept for the record. */
  deleted_at?: string
}

/** A list row as the indexes hold it. */
export type StoredDeliveryRow = KeptRow

/** A delivery is only written whole: what a condition may name of it. */
export type DeliveryGuards = Pick<StoredDelivery, 'version'>

/** Columns that are younger than the first release. */
const laterColumns = { external_id: '', asked: null }

const laterFields = { recipient_notes: '' }

/** A list row: what the list indexes project. */
const rowKind: Kind<StoredDeliveryRow> = {
  name: 'delivery row',
  read: ({ row }) => ({ ...laterColumns, ...row }),
  write: (row) => ({ row }),
}

/**
 * A delivery keeps the columns of the lists in one map, which is all that the list indexes project: a new column is data, not
 * another index. `version` is stored beside the map as well, for the conditions of writes.
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

/** Inside a day: by slot, then by id. */
const listSortKey = (delivery: { delivery_date: string; time_range: string; id: string }) =>
  `${delivery.delivery_date}#${delivery.time_range.slice(0, 5)}#${delivery.id}`

/** The fields from which a delivery's position among the hits of a search follows. */
export type HitFields = Pick<StoredDelivery, 'status' | 'delivery_date' | 'time_range' | 'id'>

/** Open ones soonest first, then the others latest first. */
export const hitSortKey = (delivery: HitFields) =>
  isOpen(delivery.status)
    ? `0#${listSortKey(delivery)}`
    : `1#${listSortKey({ ...delivery, delivery_date: backwards(delivery.delivery_date) })}`

/** A later date comes before an earlier one. */
const backwards = (date: string) => date.replace(/\d/g, (digit) => String(9 - Number(digit)))

/** The id in a list's sort key. */
export const idInListKey = (sortKey: string) => sortKey.split('#')[2] ?? ''

/** Sort keys of one day, and of all days before it, lie between these. */
export const dayStart = (date: string) => `${date}#`
export const dayEnd = (date: string) => `${date}#~`

const keysOnly = { name: 'nothing', read: () => undefined }

/** Each projects the whole row as one map, or its keys alone. */
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
          hit_sk: hitSortKey(delivery),
          code_pk: codePk(delivery.id),
          list_sk: listSortKey(delivery),
        },
  )
  return {
    delivery: (id: string): Key<StoredDelivery, DeliveryGuards> => at(kind, deliveryPartition(tenant, id), 'DELIVERY'),
    ofStatus: (status: DeliveryStatus) => rows(indexes.byStatus, statusPk(status)),
    /** `null`: of nobody. */
    ofPharmacist: (id: string | null, status: DeliveryStatus) => rows(indexes.byPharmacist, pharmacistPk(id, status)),
    /** Keys alone: their sort keys end with the deliveries' ids. A status change costs this index nothing. */
    ofPatient: (patientId: string) => ({ index: indexes.byPatient, pk: patientPk(patientId), kind: keysOnly }),
    hitsOfPatient: (patientId: string) => rows(indexes.hitsByPatient, hitPk(patientId)),
    /** Of an id, its first characters are enough. */
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
