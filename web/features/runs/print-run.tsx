import { useEffect, useState } from 'react'
import { readRun } from '#shared/api/runs.ts'
import type { Run } from '#shared/model/run.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { PrintIcon } from '../../ui/icons.tsx'
import { runLabels } from './run-labels.ts'
import { RunSheet } from './run-sheet.tsx'
import { runFailureText } from './use-run-call.ts'

/** A button that prints the sheet of a run without opening the run. */
export function PrintRunButton({ date, userId, name }: { date: string; userId: string; name: string }) {
  const [run, setRun] = useState<Run>()
  const { mutate, isPending, error } = useApiMutation(readRun, { onSuccess: setRun })
  useEffect(() => {
    if (!run) return
    const done = () => setRun(undefined)
    addEventListener('afterprint', done)
    print()
    return () => removeEventListener('afterprint', done)
  }, [run])
  return (
    <>
      <Button
        size="small"
        busy={isPending}
        aria-label={`${runLabels.print}: ${name}`}
        onClick={() => mutate({ params: { date, user_id: userId } })}
      >
        <PrintIcon /> {runLabels.print}
      </Button>
      <FormAlert>{error && runFailureText(error, runLabels.loadFailed)}</FormAlert>
      {run && <RunSheet run={run} />}
    </>
  )
}
