import type * as patients from '#shared/api/patients.ts'
import { withoutUndefined } from '../data/without-undefined.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { presentPatient, searchWrites } from './patient-writes.ts'
import { findPatient } from './read-patient.ts'

const stale = () => new AppError('conflict', 'This patient was changed by someone else. Refresh and try again.')

/** Sets the fields that were sent, one by one: the counts of deliveries beside them belong to other writers. */
export const updatePatient: Operation<typeof patients.updatePatient> = async (request, services) => {
  const { body, caller, params, version } = request
  const stored = await findPatient(caller, params, services)
  if (version !== undefined && version !== stored.version) throw stale()
  const fields = { ...withoutUndefined(body), version: stored.version + 1, updated_at: services.now().toISOString() }
  const next = { ...stored, ...fields }
  const entries = Object.entries(fields)
  await services.table.write(
    {
      key: caller.keys.patient(stored.id),
      update: `SET ${entries.map((_, i) => `#f${i} = :f${i}`).join(', ')}`,
      condition: '#version = :seen AND attribute_not_exists(deleted_at)',
      names: { ...Object.fromEntries(entries.map(([name], i) => [`#f${i}`, name])), '#version': 'version' },
      values: { ...Object.fromEntries(entries.map(([, value], i) => [`:f${i}`, value])), ':seen': stored.version },
      refused: stale,
    },
    ...searchWrites(caller.keys, stored, next),
  )
  return presentPatient(next)
}
