import { readSettings } from '#shared/api/settings.ts'
import { readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { useFailureToast } from '../../lib/browser/toast.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AllDataExport } from './all-data-export.tsx'
import styles from './settings.module.css'
import { settingsFailureTexts } from './settings-failures.ts'
import { SettingsForm } from './settings-form.tsx'
import { VerificationNotice } from './verification-notice.tsx'

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
