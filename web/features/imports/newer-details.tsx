import { useEffect, useState } from 'react'
import { listDeliveries, updateDelivery } from '#shared/api/deliveries.ts'
import { importPatients } from '#shared/api/imports.ts'
import { searchPatients } from '#shared/api/patients.ts'
import { importRowsLimit } from '#shared/model/import.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { invalidate } from '../../lib/api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import styles from './imports.module.css'
import type { ImportBatch } from './send-rows.ts'

/** A patient whom the file describes, and the deliveries that the file has for them. */
interface DescribedPatient {
  patient: object
  deliveries: string[]
}

/** Returns the patients of the imported rows, each once. */
function describedPatients(parts: readonly ImportBatch[]): DescribedPatient[] {
  const found = new Map<string, DescribedPatient>()
  for (const { rows, results = [] } of parts)
    for (const [i, { row }] of rows.entries()) {
      const [patient, result] = ['patient' in row ? row.patient : undefined, results[i]]
      if (typeof patient !== 'object' || patient === null || !result?.ok || result.id === null) continue
      const key = JSON.stringify(patient)
      const known = found.get(key) ?? { patient, deliveries: [] }
      known.deliveries.push(result.id)
      found.set(key, known)
    }
  return [...found.values()]
}

const inBatches = <T,>(all: readonly T[]) =>
  Array.from({ length: Math.ceil(all.length / importRowsLimit) }, (_, i) =>
    all.slice(i * importRowsLimit, (i + 1) * importRowsLimit),
  )

/** Sends the patients to the directory, and returns those that it has updated, or would update if `isDry`. */
async function send(patients: readonly DescribedPatient[], isDry: boolean): Promise<DescribedPatient[]> {
  const updated: DescribedPatient[] = []
  for (const batch of inBatches(patients)) {
    const body = { rows: batch.map(({ patient }) => ({ ...patient })), dry_run: isDry }
    const results = (await call(importPatients, { body })).body
    updated.push(...batch.filter((_, i) => results[i]?.ok && results[i].outcome === 'updated'))
  }
  return updated
}

/** Copies the patients' new details into the deliveries of the file. Those that are out already keep theirs. */
async function refreshDeliveries(patients: readonly DescribedPatient[]) {
  for (const id of patients.flatMap(({ deliveries }) => deliveries))
    await call(updateDelivery, { params: { id }, body: { refresh_patient: true } }).catch((error) => {
      if (!(error instanceof CallError) || error.status !== 409) throw error
    })
}

const patientsText = (count: number) => `${count} ${count === 1 ? 'patient' : 'patients'}`

/** Says how many patients have newer details in the file than in the directory, and lets the user take these. */
export function NewerDetails({ parts }: { parts: readonly ImportBatch[] }) {
  const [newer, setNewer] = useState<readonly DescribedPatient[]>([])
  const [state, setState] = useState<'offered' | 'busy' | 'done'>('offered')
  const [failure, setFailure] = useState('')
  useEffect(() => {
    // If the comparison fails, nothing is offered: the import itself is complete.
    void send(describedPatients(parts), true).then(setNewer, () => undefined)
  }, [parts])

  async function update() {
    setState('busy')
    setFailure('')
    try {
      await send(newer, false)
      await refreshDeliveries(newer)
      setState('done')
    } catch (error) {
      setFailure(errorDetail(error, 'Failed to update the patients.'))
      setState('offered')
    } finally {
      void invalidate(searchPatients)
      void invalidate(listDeliveries)
    }
  }

  if (newer.length === 0) return null
  const has = newer.length === 1 ? 'has' : 'have'
  return (
    <div className={styles.note}>
      <LiveRegion role="status">
        {state === 'done'
          ? `${patientsText(newer.length)} updated, with the deliveries of this file.`
          : `${patientsText(newer.length)} ${has} newer details in this file than in the directory.`}
      </LiveRegion>
      <FormAlert>{failure}</FormAlert>
      {state !== 'done' && (
        <Button busy={state === 'busy'} busyText="Updating..." onClick={() => void update()}>
          Update these patients
        </Button>
      )}
    </div>
  )
}
