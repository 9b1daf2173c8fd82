import type * as z from 'zod/mini'
import { newPatient, noTextMessagesText, type Patient, patient, smsNumberNeededText } from '#shared/model/patient.ts'
import { pickFields, toAnswerFields } from '#shared/model/shapes.ts'
import { previousIndexWords, previousNameKey } from '#shared/rules/previous-search-words.ts'
import { nameKey, patientIndexWords } from '#shared/rules/search.ts'
import { toSmsNumber } from '#shared/rules/text-number.ts'
import { type PatientSearchEntry, type StoredPatient, searchFolding } from '../data/entities/patient.ts'
import { externalIdWrites } from '../data/external-ids.ts'
import { OvertakenError } from '../data/overtaken.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import { put, remove, type Write, type WriteGuard } from '../data/writes.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { refuseTimeRangeNotOffered } from './refuse-time-range-not-offered.ts'

/** Converts a stored patient to the form that responses have, without the fields that only the table needs. */
export const presentPatient = (stored: Patient): Patient => pickFields(patient(), stored)

/** Returns the fields of a patient whose changes events record: those that a person can change. */
export const eventFieldsOfPatient = (stored: Patient): object => pickFields(toAnswerFields(newPatient()), stored)

/** Returns the search entries of a patient, as that folding makes them. */
function entriesOf(keys: TenantKeys, stored: Patient, folding: number) {
  const [name, words] =
    folding === searchFolding
      ? [nameKey(stored.name), patientIndexWords(stored)]
      : [previousNameKey(stored.name), previousIndexWords(stored)]
  const entry: PatientSearchEntry = { ...presentPatient(stored), words }
  return [
    { key: keys.nameEntry(name, stored.id), entry },
    ...words.map((word) => ({ key: keys.searchEntry(word, stored.id), entry })),
  ]
}

/**
 * Returns the conditions under which a patient is as it was read. The migration of the search entries changes no version, because
 * it changes nothing that people see.
 */
export const unchangedPatientGuard = ({ version, folding }: StoredPatient): WriteGuard<StoredPatient> => ({
  where: folding === searchFolding ? { version, folding } : { version },
  hasNot: folding === searchFolding ? ['deleted_at'] : ['deleted_at', 'folding'],
  refused: () => new OvertakenError(),
})

/** Throws a 422 if a patient should get text messages but this environment sends none, or the phone number cannot receive them. */
export function requireTextableNumber(
  { notices, phone }: Pick<Patient, 'notices' | 'phone'>,
  { texter }: Services,
): void {
  if (notices !== 'sms') return
  if (!texter) throw invalidFieldError('notices', noTextMessagesText)
  if (!toSmsNumber(phone)) throw invalidFieldError('phone', smsNumberNeededText)
}

export function newStoredPatient(
  body: z.output<ReturnType<typeof newPatient>>,
  caller: Caller,
  services: Services,
): StoredPatient {
  requireTextableNumber(body, services)
  refuseTimeRangeNotOffered(body.time_range, caller)
  const at = services.now().toISOString()
  return {
    ...body,
    id: services.newId(),
    version: 1,
    created_at: at,
    updated_at: at,
    open_deliveries: 0,
    has_delivered: false,
    folding: searchFolding,
  }
}

/**
 * Returns the writes that add a patient to the directory. `taken` makes the error for an external ID that another patient already
 * has.
 */
export const newPatientWrites = (keys: TenantKeys, patient: StoredPatient, taken?: () => Error): Write[] => [
  put(keys.patient(patient.id), patient, { absent: true }),
  ...patientSearchEntryWrites(keys, undefined, patient),
  ...externalIdWrites(keys, 'patient', undefined, patient, taken),
]

/**
 * Returns the writes that update the search entries when a patient changes from `before` to `after`. Outdated entries are removed,
 * and `after` gets entries with today's folding.
 */
export function patientSearchEntryWrites(
  keys: TenantKeys,
  before: StoredPatient | undefined,
  after: Patient | undefined,
): Write[] {
  const entries = after ? entriesOf(keys, after, searchFolding) : []
  const remaining = new Set(entries.map(({ key }) => `${key.pk}\n${key.sk}`))
  const had = before ? entriesOf(keys, before, before.folding) : []
  const removed = had.filter(({ key }) => !remaining.has(`${key.pk}\n${key.sk}`))
  return [...entries.map(({ key, entry }) => put(key, entry)), ...removed.map(({ key }) => remove(key))]
}
