import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { startRun } from '#shared/api/runs.ts'
import type { Run } from '#shared/model/run.ts'
import { untilIdle, useWhenIdle } from '../../lib/browser/idle.ts'
import { toast } from '../../lib/browser/toast.ts'
import { canKeepWork } from '../../lib/device/stored-values.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useConfirmPastReturn } from '../deliveries/status/use-confirm-past-return.ts'
import { sendOrKeepRunAction } from '../deliveries/unsent/run-actions.ts'
import { markingKey } from './load-packages.tsx'
import { runLabels } from './run-labels.ts'
import { countedNounText, type PackageNameLookup, packagesNotLoaded, packagesNotStarted } from './run-stops.ts'
import { useRunCall } from './use-run-call.ts'

/** Whether this browser can keep a day's work of the user. True until that is known, which takes a moment. */
function useCanKeepWork(userId: string) {
  const [canKeep, setCanKeep] = useState(true)
  useEffect(() => {
    void untilIdle()
      .then(() => canKeepWork(userId))
      .then(setCanKeep)
  }, [userId])
  return canKeep
}

const StartWithoutAll = lazyDialog(
  runLabels.start,
  async () => (await import('./start-without-all.tsx')).StartWithoutAllDialog,
)

interface StartRunProps {
  run: Run
  nameOf: PackageNameLookup
  /** False while packages are out, because completing the next stop then comes first. */
  isPrimary: boolean
}

/**
 * The button that starts the run. If some packages are not loaded, a dialog lists them and asks whether the run starts without them
 * or with all.
 */
export function StartRunButton({ run, nameOf, isPrimary }: StartRunProps) {
  const [isAsking, setIsAsking] = useState(false)
  /** Pressed while packages are still being marked as loaded. What the press means is known once they are. */
  const [isPressed, setIsPressed] = useState(false)
  const isMarking = useIsMutating({ mutationKey: markingKey }) > 0
  const askIfOver = useConfirmPastReturn()
  const { send, isPending, failure } = useRunCall(startRun, run, {
    failed: 'Failed to start the run',
    onDone: ({ not_started }) => {
      setIsAsking(false)
      if (not_started)
        toast.error(`Failed to start ${countedNounText(not_started.length, 'package')}. Please try again.`)
    },
  })
  const { user } = useSignedInSession()
  const params = { date: run.date, user_id: run.person.id }
  const canKeep = useCanKeepWork(user.id)
  const startLabel = canKeep ? runLabels.start : 'Start anyway'
  const waiting = packagesNotStarted(run.deliveries)
  const missing = packagesNotLoaded(run.deliveries)
  useWhenIdle(StartWithoutAll.preload, missing.length > 0)
  useEffect(() => {
    if (!isPressed || isMarking) return
    setIsPressed(false)
    if (missing.length > 0) setIsAsking(true)
    else void start(false)
  })
  if (waiting.length === 0) return null

  async function start(include_not_loaded: boolean) {
    const leaving = waiting.filter(({ loaded_at }) => include_not_loaded || loaded_at !== null)
    if (!(await askIfOver(leaving, runLabels.start))) return
    const body = { include_not_loaded }
    await sendOrKeepRunAction(user.id, { kind: 'start', params, body }, () => send(body)).then(
      () => setIsAsking(false),
      () => undefined,
    )
  }

  return (
    <>
      <FormAlert>{!isAsking && failure}</FormAlert>
      <FormAlert>{!canKeep && 'This browser cannot keep work without a connection.'}</FormAlert>
      <Button
        variant={isPrimary ? 'primary' : 'plain'}
        wide
        busy={isPending || isPressed}
        busyText="Starting..."
        onClick={() => setIsPressed(true)}
      >
        {startLabel}
      </Button>
      {isAsking && (
        <StartWithoutAll
          missing={missing}
          isAny={missing.length < waiting.length}
          nameOf={nameOf}
          isPending={isPending}
          failure={failure}
          start={(withAll) => void start(withAll)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
