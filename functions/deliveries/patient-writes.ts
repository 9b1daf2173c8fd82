import type { Patient } from '#shared/model/patient.ts'
import { nameKey, searchWords } from '#shared/rules/search.ts'
import type { SearchEntry, StoredPatient } from '../data/entities.ts'
import type { Key, TenantKeys } from '../data/keys.ts'
import type { Write } from '../data/table.ts'

/** The patient as he is answered, without what only the table needs. */
export const presentPatient = (stored: Patient): Patient => ({
  id: stored.id,
  name: stored.name,
  phone: stored.phone,
  email: stored.email,
  address: stored.address,
  apt_suite_building: stored.apt_suite_building,
  city: stored.city,
  state: stored.state,
  zip_code: stored.zip_code,
  is_business_address: stored.is_business_address,
  version: stored.version,
  created_at: stored.created_at,
  updated_at: stored.updated_at,
})

function entriesOf(keys: TenantKeys, patient: Patient): { key: Key<SearchEntry>; put: SearchEntry }[] {
  const words = searchWords(patient)
  const put = { ...presentPatient(patient), words }
  return [
    { key: keys.nameEntry(nameKey(patient.name), patient.id), put },
    ...words.map((word) => ({ key: keys.searchEntry(word, patient.id), put })),
  ]
}

/** What makes a patient findable, from `before` to `after`: entries that no longer hold are removed. */
export function searchWrites(keys: TenantKeys, before: StoredPatient | undefined, after: Patient | undefined): Write[] {
  const entries = after ? entriesOf(keys, after) : []
  const kept = new Set(entries.map(({ key }) => `${key.pk}\n${key.sk}`))
  const gone = before ? entriesOf(keys, before).filter(({ key }) => !kept.has(`${key.pk}\n${key.sk}`)) : []
  return [...entries, ...gone.map(({ key }) => ({ key, remove: true as const }))]
}
