import { useEffect, useState } from 'react'
import { createExportLink, listExports, startExport } from '#shared/api/organisation-exports.ts'
import { askForVerification, readSettings } from '#shared/api/settings.ts'
import type { OrganisationExport } from '#shared/model/organisation-export.ts'
import type { Settings } from '#shared/model/settings.ts'
import { call } from '../../lib/api/call.ts'
import { CallError, errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, pollQuery, readAhead, rememberAnswer, useApiMutation, useApiQuery } from '../../lib/api/queries.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { useFailureToast } from '../../lib/browser/toast.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './settings.module.css'
import { settingsFailureTexts } from './settings-failures.ts'
import { SettingsForm } from './settings-form.tsx'

export const preloadData: DataPreload = () => readAhead(readSettings, {})

/** The page `/admin/tenant`: the organisation's settings. */
export function SettingsScreen() {
  const settings = useApiQuery(readSettings, {})
  useFailureToast(settings, settingsFailureTexts.load)
  return (
    <PageFrame title="Tenant Settings">
      {settings.data ? (
        <>
          <VerificationNotice settings={settings.data} />
          <SettingsForm settings={settings.data} />
        </>
      ) : settings.isError ? (
        <FailedState message={settingsFailureTexts.load} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton label="Loading settings..." />
      )}
      {!settings.isPending && (
        // Shown only when loading has ended, because the card would move when the form above it appears.
        <div className={styles.form}>
          <AllDataExport />
        </div>
      )}
    </PageFrame>
  )
}

/** Says that updates don't reach recipients until the organisation is verified, and asks support to verify it. */
function VerificationNotice({ settings }: { settings: Settings }) {
  const { mutate, isPending, error } = useApiMutation(askForVerification, {
    onSuccess: () => rememberAnswer(readSettings, {}, { ...settings, verification_asked: true }),
  })
  if (settings.verified) return null
  return (
    <div className={styles.form}>
      <Card
        title="Verification"
        aside={
          !settings.verification_asked && (
            <Button busy={isPending} busyText="Asking..." onClick={() => mutate({})}>
              Ask for verification
            </Button>
          )
        }
      >
        <p>Updates go only to your own team until we have verified your pharmacy.</p>
        <LiveRegion role="status" className="muted">
          {settings.verification_asked && 'You’ve asked for verification today. We’ll email you when it’s done.'}
        </LiveRegion>
        <FormAlert>{error && errorDetail(error, 'Failed to ask for verification')}</FormAlert>
      </Card>
    </div>
  )
}

const failed = 'Failed to load exports'
const everyMs = 3000
const shownAtMost = 5

const badges = {
  waiting: <Badge tone="yellow">Waiting</Badge>,
  running: <Badge tone="blue">In progress</Badge>,
  ready: <Badge tone="green">Ready</Badge>,
  failed: <Badge tone="red">Failed</Badge>,
  expired: <Badge tone="yellow">Expired</Badge>,
}

const isUnderWay = ({ state }: OrganisationExport) => state === 'waiting' || state === 'running'

/**
 * The card with which a user requests an archive of all the organisation's data. The archive is made in the background and can be
 * downloaded here for a day.
 */
function AllDataExport() {
  const exports = useApiQuery(listExports, {})
  const [refusal, setRefusal] = useState('')
  const start = useApiMutation(startExport, {
    onMutate: () => setRefusal(''),
    onError: (error) => setRefusal(errorDetail(error, 'Failed to start the export')),
    onSettled: () => void invalidate(listExports),
  })
  const isMaking = exports.data?.some(isUnderWay) ?? false
  useEffect(() => {
    if (!isMaking) return
    const timer = setInterval(() => void pollQuery(listExports, {}), everyMs)
    return () => {
      clearInterval(timer)
      // An earlier refusal no longer applies, because the state of the export has changed.
      setRefusal('')
    }
  }, [isMaking])

  return (
    <Card
      title="Export all data"
      aside={
        <Button busy={start.isPending} busyText="Starting..." onClick={() => start.mutate({})}>
          Export all data
        </Button>
      }
    >
      <p className="muted">
        People, roles, patients, deliveries with their proofs, and activity, as a ZIP of JSON Lines files. Signatures
        and photos are in separate ZIP files. We’ll email you when they’re ready.
      </p>
      <FormAlert>{refusal || (exports.data && exports.isError && failed)}</FormAlert>
      {exports.data ? (
        <ExportList exports={exports.data.slice(0, shownAtMost)} onRefused={setRefusal} />
      ) : exports.isError ? (
        <FailedState message={failed} onRetry={() => void exports.refetch()} />
      ) : (
        <Skeleton label="Loading exports..." />
      )}
    </Card>
  )
}

interface ListProps {
  exports: readonly OrganisationExport[]
  /** Called with the reason if an archive cannot be downloaded, and with '' when a download begins. */
  onRefused: (refusal: string) => void
}

const ExportList = ({ exports, onRefused }: ListProps) => (
  <>
    <LiveRegion role="status">{exports[0] && stateText(exports[0])}</LiveRegion>
    {exports.length > 0 && (
      <ul aria-label="Exports" className={styles.exports}>
        {exports.map((one) => (
          <li key={one.id}>
            <ExportRow export={one} onRefused={onRefused} />
          </li>
        ))}
      </ul>
    )}
  </>
)

/** Returns the state of an export in words, or '' if the export has expired. */
function stateText({ state }: OrganisationExport): string {
  if (state === 'waiting' || state === 'running') return 'Your export is being prepared. You can leave this page.'
  if (state === 'failed') return 'The export failed. Please try again.'
  return state === 'ready' ? 'Your export is ready.' : ''
}

function ExportRow({ export: one, onRefused }: { export: OrganisationExport } & Pick<ListProps, 'onRefused'>) {
  const { id, state, rows, created_at, ends_at, parts = [] } = one
  const [asking, setAsking] = useState<'data' | number>()

  /** Downloads the data, or the pictures with this index. */
  async function download(index?: number) {
    setAsking(index ?? 'data')
    onRefused('')
    try {
      const { body } = await call(createExportLink, { params: { id } })
      const file = index === undefined ? body : body.parts[index]
      // S3 sends the archive as an attachment, so the page stays open.
      if (file) window.location.assign(file.url)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onRefused(errorDetail(error, 'Failed to download the export'))
      void invalidate(listExports)
    } finally {
      setAsking(undefined)
    }
  }

  const button = (label: string, words: string, index?: number) => (
    <Button
      key={label}
      size="small"
      busy={asking === (index ?? 'data')}
      busyText="Opening..."
      aria-label={`${label} ${words} from ${formatDateAndAnyTime(created_at)}`}
      onClick={() => void download(index)}
    >
      {label}
    </Button>
  )

  return (
    <div className={styles.export}>
      {badges[state]}
      <span className="small">
        {formatDateAndAnyTime(created_at)}, <span className="tabular">{rows.toLocaleString('en-US')}</span>{' '}
        {rows === 1 ? 'row' : 'rows'}
        {state === 'ready' && <span className="muted"> · available until {formatDateAndAnyTime(ends_at)}</span>}
      </span>
      {state === 'ready' && (
        <div className={styles.downloads}>
          {button('Download', 'the export')}
          {parts.map(({ bytes }, i) => button(`Pictures ${i + 1} (${formatBytes(bytes)})`, 'of the export', i))}
        </div>
      )}
    </div>
  )
}

const formatBytes = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.round(bytes / 1_000_000)} MB`
