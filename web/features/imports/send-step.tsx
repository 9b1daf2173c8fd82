import { useEffect, useRef, useState } from 'react'
import { listDeliveries, updateDelivery } from '#shared/api/deliveries.ts'
import { beginImport, importPatients } from '#shared/api/imports.ts'
import { searchPatients } from '#shared/api/patients.ts'
import { type ImportKind, importRowsLimit } from '#shared/model/import.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { invalidate } from '../../lib/api/queries.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { useMarkUnsavedWork } from '../../lib/forms/unsaved-work.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useLeaveGuard } from '../../lib/navigation/use-leave-guard.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { ImportPlan } from './check-step.tsx'
import { HiddenRows } from './hidden-rows.tsx'
import { makeRefusedRowsFile } from './import-files.ts'
import styles from './imports.module.css'
import type { FileTable } from './read-table.ts'
import { type ImportBatch, sendBatches, splitIntoBatches, summariseImport } from './send-rows.ts'

interface SendStepProps {
  kind: ImportKind
  table: FileTable
  plan: ImportPlan
  onAgain: () => void
}

const titles = { sending: 'Importing', failed: 'Stopped', cancelled: 'Cancelled', done: 'Done' }

/** The last step: the progress of the import, followed by its result. */
export function SendStep({ kind, table, plan, onAgain }: SendStepProps) {
  const { state, failure, isEnding, parts, send, cancel } = useSending(kind, table, plan)
  const confirm = useConfirm()
  const isSending = state === 'sending'
  useMarkUnsavedWork(isSending)
  useLeaveGuard(isSending, () =>
    confirm({
      title: 'The import isn’t finished',
      text: 'Rows already imported stay imported. You can import the same file again without creating duplicates.',
      confirm: 'Leave',
      cancel: 'Stay',
      danger: true,
    }),
  )
  const all = parts.reduce((count, { rows }) => count + rows.length, 0)
  const done = parts.reduce((count, { results = [] }) => count + results.length, 0)
  const outcome = summariseImport(parts)
  const reasons = reasonsOf(plan, outcome)
  const { added, updated, unchanged } = outcome
  return (
    <Card title={titles[state]}>
      {state !== 'done' && (
        <ProgressBar label="Imported" value={all === 0 ? 0 : done / all} text={`${done} of ${all}`} />
      )}
      <FormAlert>{state === 'failed' && failure}</FormAlert>
      {state === 'failed' && (
        <p className="muted">Rows already imported stay imported. Try again to pick up where it stopped.</p>
      )}
      <LiveRegion role="status">
        {!isSending &&
          `${added}\u00a0added, ${updated}\u00a0updated, ${unchanged}\u00a0unchanged, ${reasons.size}\u00a0rejected`}
      </LiveRegion>
      <HiddenRows table={table} />
      {state === 'done' && kind === 'deliveries' && <NewerDetails parts={parts} />}
      <div className={styles.actions}>
        {isSending && (
          <Button busy={isEnding} busyText="Cancelling..." onClick={cancel}>
            Cancel
          </Button>
        )}
        {state === 'failed' && (
          <Button variant="primary" onClick={() => void send()}>
            Try again
          </Button>
        )}
        {!isSending && reasons.size > 0 && (
          <Button
            onClick={() =>
              saveFile(makeRefusedRowsFile(table, reasons), `rejected-${table.name.replace(/\.\w+$/, '')}.csv`)
            }
          >
            Download rejected rows
          </Button>
        )}
        {!isSending && <Button onClick={onAgain}>Import another file</Button>}
        {state === 'done' && (
          <ButtonLink variant="primary" to={kind === 'deliveries' ? paths.deliveries : paths.patients}>
            {kind === 'deliveries' ? 'Show deliveries' : 'Show patients'}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

/** Returns why rows were not imported, by row number: the problem that the check found, or the reason why the server refused. */
function reasonsOf({ problems }: ImportPlan, { refused }: ReturnType<typeof summariseImport>): Map<number, string> {
  const reasons = new Map<number, string>()
  const add = (number: number, words: string) =>
    reasons.set(number, [reasons.get(number), words].filter(Boolean).join('; '))
  for (const { row, words } of problems) add(row.number, words)
  for (const { numbers, words } of refused) for (const number of numbers) add(number, words)
  return reasons
}

function useSending(kind: ImportKind, { name, rows }: FileTable, { records }: ImportPlan) {
  const [parts] = useState<readonly ImportBatch[]>(() => splitIntoBatches(records))
  const [state, setState] = useState<keyof typeof titles>('sending')
  const [, setDone] = useState(0)
  const [isEnding, setEnding] = useState(false)
  const [failure, setFailure] = useState('')
  const importId = useRef<string>(undefined)
  const running = useRef<AbortController>(undefined)

  async function send() {
    const controller = new AbortController()
    running.current = controller
    setState('sending')
    setEnding(false)
    try {
      importId.current ??= (
        await call(beginImport, { body: { kind, file_name: name.slice(0, 200), rows: rows.length } })
      ).body.id
      const onBatch = () => setDone((count) => count + 1)
      await sendBatches(parts, { kind, importId: importId.current, signal: controller.signal, onBatch })
      setState('done')
    } catch (error) {
      if (running.current !== controller) return
      setFailure(errorDetail(error, 'The import stopped.'))
      setState(controller.signal.aborted ? 'cancelled' : 'failed')
    } finally {
      void invalidate(kind === 'deliveries' ? listDeliveries : searchPatients)
    }
  }

  const begin = useRef(send)
  useEffect(() => {
    void begin.current()
    return () => running.current?.abort()
  }, [])
  // Cancels the import. The call that is under way is still awaited, because its rows are imported and must be counted.
  function cancel() {
    running.current?.abort()
    setEnding(true)
  }
  return { state, failure, isEnding, parts, send, cancel }
}

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
function NewerDetails({ parts }: { parts: readonly ImportBatch[] }) {
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
