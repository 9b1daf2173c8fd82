import type { Attempt } from '#shared/model/attempt-record.ts'
import type { Completion } from '#shared/model/completion.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type StoredListColumns, storedListColumnNames } from '#shared/model/delivery-row.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import type { MadeCorrection } from '#shared/model/made-correction.ts'
import type { RefusedAction, RefusedActionKind } from '#shared/model/refused-action.ts'
import { idStartOf } from '#shared/rules/slip-codes.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import { type AccessPattern, type Index, type Item, type ItemKind, type Key, keyAt, type Partition } from '../key.ts'

type PresignedFields = 'patient_signature' | 'delivery_photo_url' | 'delivery_photo'
/** Fields that aren't stored, because each response computes them from the settings and the current day. */
type FoundFields = 'return_by' | 'return_state'

/** Fields that stored deliveries lack until something happens that sets them. */
type LaterFields =
  | 'recorded_by_mistake'
  | 'again_of'
  | 'planned_again_as'
  | 'session_ended_at'
  | 'clock_correction_seconds'

/** The picture of a signature, its points and a photo, as they lie in S3. */
type StoredPictures = Pick<StoredDelivery, 'signature_key' | 'signature_sha256' | 'strokes_key' | 'strokes_sha256'> &
  Partial<Pick<StoredDelivery, 'photo_key' | 'photo_sha256' | 'delivery_photo_content_type'>>

/** The fields of a completion's request that are stored elsewhere, as pictures and points. */
type SentPictures = 'patient_signature' | 'signature_strokes' | 'delivery_photo' | 'delivery_photo_key'

/** An action at the door that the server refused, with what was recorded there, if that was handed to the pharmacy. */
export interface StoredUnsent {
  /** Absent in reports of before 2026-11-28. */
  unsent_id?: string
  kind: RefusedActionKind
  refusal: string
  captured_at: string | null
  reported_at: string
  reported_by: RefusedAction['reported_by']
  completion?: Omit<Completion, SentPictures> & StoredPictures & Pick<StoredDelivery, 'signature_quality'>
  attempt?: Pick<StoredAttempt, 'reason' | 'note' | 'photo_key' | 'photo_sha256'>
}

/** A failed attempt with its photo, as it lies in S3. */
export interface StoredAttempt extends Omit<Attempt, 'photo'> {
  photo_key?: string
  photo_sha256?: string
}

export interface StoredDelivery
  extends Omit<Delivery, PresignedFields | FoundFields | LaterFields | 'unsent' | 'attempts'>,
    Partial<Pick<Delivery, LaterFields>> {
  attempts: StoredAttempt[]
  /** Absent until something that was done at the door is refused. */
  unsent?: StoredUnsent[]
  /** The version since which nothing but reports of refused actions has been written. Absent if the newest write was no such report. */
  same_since_version?: number
  return_from: string | null
  /** The time on the driver's device when the return of a failed package was reported. */
  return_captured_at?: string | null
  signature_key: string | null
  signature_sha256: string | null
  /** The S3 key of the signature's recorded points. */
  strokes_key: string | null
  strokes_sha256: string | null
  photo_key: string | null
  photo_sha256: string | null
  /** When the delivery last went out. Absent if it never did. */
  started_at?: string
  /**
   * When the delivery got its present driver and day, or became due again after a failure. It is stored with the columns of the
   * lists, from which stop numbers are computed.
   */
  joined_at: string
  /** The pharmacy's own note, which the note of a completion does not replace. */
  order_notes: string
  /** The driver who captured the record that the pharmacy accepted, and so delivered the package. Absent for other completions. */
  captured_by?: { name: string; email: string }
  /** The ids of the delivery's earlier drivers, newest last. Only the last twenty are kept. */
  former_people?: readonly string[]
  /** The number of items in the delivery's history. */
  history_count: number
  /** The hash of the newest history item. Absent while the history is empty. */
  chain_head?: string
  /** Old prescription numbers that were corrected, each with its row. A search for an old number still finds the delivery. */
  former_rx_numbers?: { row: number; rx_number: string }[]
  /** The driver's own corrections of the collected money, oldest first. */
  own_corrections?: MadeCorrection[]
  /** Set when the delivery was deleted. It is then hidden from everybody, but kept for the record. */
  deleted_at?: string
}

/** A row of a list, as the indexes store it. */
export type StoredDeliveryRow = Omit<StoredListColumns, 'recorded_by_mistake'> &
  Partial<Pick<StoredListColumns, 'recorded_by_mistake'>> & {
    /**
     * Of a failed delivery, the last of its `attempts`. Rows that failed before 2026-11-29 have none until the migration
     * `2026-11-29-failure-reasons` has reached them.
     */
    last_attempt?: Attempt
  } & Pick<StoredDelivery, 'joined_at'>

/**
 * The only field that the condition of a write may name. No other is needed, because every write replaces the whole delivery and
 * raises its `version`.
 */
export type DeliveryGuardFields = Pick<StoredDelivery, 'version'>

/** Returns why a failed delivery failed. Undefined for other deliveries, and if no one was at the door. */
export const lastAttemptOf = (
  delivery: StoredDeliveryRow & Partial<Pick<StoredDelivery, 'attempts'>>,
): Attempt | undefined => {
  if (delivery.status !== 'failed') return undefined
  const last = delivery.attempts?.at(-1)
  return delivery.last_attempt ?? (last && presentAttempt(last))
}

/** Converts a failed attempt to the form that responses have, without the URL of its photo. */
export const presentAttempt = ({ photo_key: _key, photo_sha256: _hash, ...attempt }: StoredAttempt): Attempt => attempt

/** Reads and writes the map `row` of a delivery. An index that projects more than its keys projects only this map. */
const rowKind: ItemKind<StoredDeliveryRow> = {
  name: 'delivery row',
  // Rows that were written before 2026-11-28 or 2026-11-29 lack one of these columns.
  read: ({ row }) => ({ refrigerated: false, joined_at: '', ...row }),
  write: (row) => ({ row }),
}

/**
 * Returns the kind of a stored delivery. The columns of the lists are in one map, and each index of deliveries projects either that
 * map or only its keys, so that a new column needs no new index. `version` is also stored outside the map, for the conditions of
 * writes.
 */
export const deliveryKindWithIndexKeys = (
  indexKeysOf: (delivery: StoredDelivery) => Item,
): ItemKind<StoredDelivery> => ({
  name: 'delivery',
  read: ({ row: { last_attempt: _copy, ...row }, ...item }) => ({ joined_at: '', ...item, ...row }) as StoredDelivery,
  write(value) {
    const last_attempt = lastAttemptOf(value)
    const row: Item = last_attempt ? { last_attempt } : {}
    const rest: Item = {}
    for (const [field, content] of Object.entries(value))
      (storedListColumnNames().has(field) || field === 'joined_at' ? row : rest)[field] = content
    return { ...rest, version: value.version, row, ...indexKeysOf(value) }
  },
})

/** Returns a delivery's sort key in lists. It sorts deliveries by day, within a day by time slot, and then by id. */
const listSortKey = (delivery: { delivery_date: string; time_range: string; id: string }) =>
  `${delivery.delivery_date}#${delivery.time_range.slice(0, 5)}#${delivery.id}`

/** The fields that determine a delivery's position among the hits of a search. */
export type HitOrderFields = Pick<StoredDelivery, 'status' | 'delivery_date' | 'time_range' | 'id'>

/**
 * Returns the sort key of a search hit. Open deliveries come first, beginning with the earliest day. The others follow, beginning
 * with the latest day.
 */
export const searchSortKey = (delivery: HitOrderFields) =>
  isOpenStatus(delivery.status)
    ? `0#${listSortKey(delivery)}`
    : `1#${listSortKey({ ...delivery, delivery_date: backwards(delivery.delivery_date) })}`

/** Replaces each digit of a date by 9 minus the digit, so that later dates sort first. */
const backwards = (date: string) => date.replace(/\d/g, (digit) => String(9 - Number(digit)))

/** Reads the delivery's id from the sort key of a list. */
export const deliveryIdFromListKey = (sortKey: string) => sortKey.split('#')[2] ?? ''

/** Returns the lower bound of one day's sort keys in lists. */
export const dayLowerBound = (date: string) => `${date}#`
/** Returns the upper bound of one day's sort keys in lists. */
export const dayUpperBound = (date: string) => `${date}#~`

const keysOnly = { name: 'nothing', read: () => undefined }

/** The indexes of deliveries. Each projects either the whole row as one map or only its keys. */
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
  const codePk = (id: string) => `${tenant}#DC#${idStartOf(id)}`
  const rows = (index: Index, pk: string): Partition<StoredDeliveryRow> => ({ index, pk, kind: rowKind })
  const kind = deliveryKindWithIndexKeys((delivery) =>
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
    delivery: (id: string): Key<StoredDelivery, DeliveryGuardFields> =>
      keyAt(kind, deliveryPartitionKey(tenant, id), 'DELIVERY'),
    ofStatus: (status: DeliveryStatus) => rows(indexes.byStatus, statusPk(status)),
    /** `null` selects unassigned deliveries. */
    ofPharmacist: (id: string | null, status: DeliveryStatus) => rows(indexes.byPharmacist, pharmacistPk(id, status)),
    /**
     * This index contains only keys, so a change of a delivery's status does not write to it. Each sort key ends with the
     * delivery's id.
     */
    ofPatient: (patientId: string) => ({ index: indexes.byPatient, pk: patientPk(patientId), kind: keysOnly }),
    hitsOfPatient: (patientId: string) => rows(indexes.hitsByPatient, hitPk(patientId)),
    /** `id` may be just the beginning of a delivery's id, at least its first eight characters. */
    ofCode: (id: string) => ({ index: indexes.byCode, pk: codePk(id), kind: keysOnly }),
  }
}

export function deliveryAccessPatterns(): AccessPattern[] {
  const example = deliveryKeys('T#t')
  return [
    { question: 'one delivery', example: example.delivery('id') },
    { question: 'deliveries with a status, by day', example: example.ofStatus('pending') },
    {
      question: 'the same for one pharmacist, or for none (`-`)',
      example: example.ofPharmacist('pharmacist', 'assigned'),
    },
    { question: "a patient's deliveries, by day", example: example.ofPatient('patient') },
    { question: "a patient's open deliveries, then the latest", example: example.hitsOfPatient('patient') },
    { question: "which delivery is this slip's", example: example.ofCode('12345678') },
  ]
}

/** Returns the key of the partition that a delivery shares with its history. */
export const deliveryPartitionKey = (tenant: string, id: string) => `${tenant}#D#${id}`
