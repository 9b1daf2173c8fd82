import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { loadPackage, unloadPackage } from '#shared/api/runs.ts'
import type { Run, RunDelivery } from '#shared/model/run.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { useIdempotentCall } from '../../lib/api/queries.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { CameraIcon, CheckIcon } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { rereadRuns } from '../deliveries/delivery-cache.ts'
import { sendOrKeepRunAction } from '../deliveries/unsent/run-actions.ts'
import styles from './run.module.css'
import { updateCachedPackage, updateCachedRun, withPackage } from './run-cache.ts'
import { type PackageNameLookup, packagesNotLoaded, packagesNotStarted } from './run-stops.ts'
import { runFailureText } from './use-run-call.ts'

const Scanner = lazyComponent(async () => (await import('./scanner.tsx')).loadScanner(), { waiting: () => <Spinner /> })

const loadFailed = 'Failed to update the package'

/** The key of the changes that mark packages as loaded, or as not loaded. A start that is pressed meanwhile waits for them. */
export const markingKey = ['load']

interface LoadPackagesProps {
  run: Run
  nameOf: PackageNameLookup
  changed: ReadonlySet<string>
  /** Called with true when the user begins to scan or type codes, and with false when the user stops. */
  onUse: (isUsed: boolean) => void
}

/** The section in which assigned packages are marked as loaded: by camera, by typed code or by hand. */
export function LoadPackagesStep({ run, nameOf, changed, onUse }: LoadPackagesProps) {
  const packages = packagesNotStarted(run.deliveries)
  const loaded = packages.filter(({ loaded_at }) => loaded_at !== null).length
  return (
    <Card
      title="Packages"
      aside={packages.length > 0 && <span className="tabular">{`${loaded} of ${packages.length} loaded`}</span>}
    >
      <div className={styles.actions}>
        <ScanPackages run={run} onUse={onUse} />
        <MarkAllLoaded run={run} />
        <EnterCode run={run} onUse={onUse} />
      </div>
      <ul className={styles.plain}>
        {packages.map((delivery) => (
          <Loadable
            key={delivery.id}
            run={run}
            delivery={delivery}
            name={nameOf(delivery)}
            isMarked={changed.has(delivery.id)}
          />
        ))}
      </ul>
    </Card>
  )
}

/** The button that opens the scanner. */
function ScanPackages({ run, onUse }: Pick<LoadPackagesProps, 'run' | 'onUse'>) {
  const [isScanning, setIsScanning] = useState(false)
  const loadByCode = useLoadByCode(run)
  function scan(isOpen: boolean) {
    setIsScanning(isOpen)
    onUse(isOpen)
  }
  return (
    <>
      <Button onClick={() => scan(true)}>
        <CameraIcon /> Scan packages
      </Button>
      {isScanning && (
        <Dialog title="Scan packages" onClose={() => scan(false)} fullOnPhone>
          <Scanner onCode={loadByCode} />
        </Dialog>
      )}
    </>
  )
}

interface Loaded {
  name: string
  /** The reason why the package was not loaded; '' if it was. */
  refusal: string
}

/** A slip's code contains the delivery's ID or, if it is typed, the beginning of it. */
const idInCode = /\/pharmacy\/delivery\/([\w-]+)|^([0-9a-f]{8})[-\s]?[a-z2-9]{10}$/i

/** Returns the package of the run to which a code can only belong, for times without a network. The server checks the whole code. */
function packageOfCode(run: Run, code: string): RunDelivery | undefined {
  const [, whole, start] = idInCode.exec(code) ?? []
  const id = (whole ?? start)?.toLowerCase()
  const [found, another] = id ? packagesNotStarted(run.deliveries).filter((one) => one.id.startsWith(id)) : []
  return another ? undefined : found
}

/**
 * Returns a function that marks the package with a code as loaded. It resolves to the patient's name, or to the reason why the call
 * failed.
 */
function useLoadByCode(run: Run) {
  const callOnce = useIdempotentCall()
  const { user } = useSignedInSession()
  const params = { date: run.date, user_id: run.person.id }
  async function load(code: string): Promise<Loaded> {
    const scanned = packageOfCode(run, code)
    const send = async () => (await callOnce(loadPackage, { params, body: { code } })).body
    try {
      const loaded = await (scanned
        ? sendOrKeepRunAction(user.id, { kind: 'load', params, body: { delivery_id: scanned.id } }, send)
        : send())
      if (loaded) updateCachedPackage(run, loaded)
      rereadRuns()
      return { name: (loaded ?? scanned)?.patient_name ?? '', refusal: '' }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return { name: '', refusal: runFailureText(error, loadFailed) }
    }
  }
  return useMutation({ mutationKey: markingKey, mutationFn: load }).mutateAsync
}

/** The button that marks all packages as loaded, one after the other, for drivers who have counted them. */
function MarkAllLoaded({ run }: Pick<LoadPackagesProps, 'run'>) {
  const callOnce = useIdempotentCall()
  const { user } = useSignedInSession()
  const missing = packagesNotLoaded(run.deliveries)
  const { mutate, isPending, error } = useMutation<void, CallError>({
    mutationKey: markingKey,
    async mutationFn() {
      let loading = run
      for (const { id } of missing) {
        const input = { params: { date: run.date, user_id: run.person.id }, body: { delivery_id: id } }
        const send = async () => (await callOnce(loadPackage, input)).body
        const loaded = await sendOrKeepRunAction(user.id, { kind: 'load', ...input }, send)
        if (!loaded) continue
        loading = withPackage(loading, loaded)
        updateCachedRun(loading)
      }
      announce('All packages are loaded')
    },
    onSettled: () => rereadRuns(),
  })
  if (missing.length < 2 && !isPending) return null
  return (
    <>
      <Button busy={isPending} busyText="Marking..." onClick={() => mutate()}>
        Mark all as loaded
      </Button>
      <FormAlert>{error && runFailureText(error, loadFailed)}</FormAlert>
    </>
  )
}

/** For users without a camera: a field for typing the codes that are printed on the slips, one after the other. */
function EnterCode({ run, onUse }: Pick<LoadPackagesProps, 'run' | 'onUse'>) {
  const input = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState<Loaded>()
  const [isBusy, setIsBusy] = useState(false)
  const loadByCode = useLoadByCode(run)

  async function enter() {
    const code = input.current?.value.trim() ?? ''
    if (!code || isBusy) return
    setIsBusy(true)
    const loaded = await loadByCode(code).finally(() => setIsBusy(false))
    setResult(loaded)
    if (loaded.refusal === '' && input.current) input.current.value = ''
    if (loaded.name) announce(`${loaded.name} is loaded`)
    input.current?.focus()
  }
  return (
    <form
      className={styles.code}
      noValidate
      onFocus={() => onUse(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onUse(input.current?.value.trim() !== '')
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void enter()
      }}
    >
      <FieldShell label="Enter a code" hint="Printed on the slip." required>
        {(control) => (
          <input {...control} ref={input} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        )}
      </FieldShell>
      <Button type="submit" busy={isBusy}>
        Load
      </Button>
      <FormAlert>{result?.refusal}</FormAlert>
    </form>
  )
}

interface LoadableProps {
  run: Run
  delivery: RunDelivery
  name: string
  isMarked: boolean
}

function Loadable({ run, delivery, name, isMarked }: LoadableProps) {
  const isLoaded = delivery.loaded_at !== null
  const callOnce = useIdempotentCall()
  const { user } = useSignedInSession()
  const { mutate, isPending, error } = useMutation<RunDelivery | undefined, CallError>({
    mutationKey: markingKey,
    mutationFn: () => {
      const input = { params: { date: run.date, user_id: run.person.id }, body: { delivery_id: delivery.id } }
      return sendOrKeepRunAction(user.id, { kind: isLoaded ? 'unload' : 'load', ...input }, async () =>
        isLoaded ? (await callOnce(unloadPackage, input)).body : (await callOnce(loadPackage, input)).body,
      )
    },
    onSuccess: (changed) => {
      if (changed) updateCachedPackage(run, changed)
      rereadRuns()
    },
  })
  const what = isLoaded ? 'Unload' : 'Mark loaded'
  return (
    <li className={classNames(styles.line, isMarked && 'marked')}>
      <div>
        <strong>{name}</strong>{' '}
        {isLoaded && (
          <span className={styles.tick}>
            <CheckIcon /> Loaded
          </span>
        )}
        <div className="muted small">
          {delivery.delivery_address} {delivery.apt_suite_building}
        </div>
        <FormAlert>{error && runFailureText(error, loadFailed)}</FormAlert>
      </div>
      <Button size="small" busy={isPending} aria-label={`${what}: ${name}`} onClick={() => mutate()}>
        {what}
      </Button>
    </li>
  )
}
