import { useState } from 'react'
import { listApiKeys } from '#shared/api/api-keys.ts'
import type { ApiKey, NewApiKey } from '#shared/model/api-key.ts'
import { readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { useFailureToast } from '../../lib/browser/toast.ts'
import { useRowRefusal } from '../../lib/forms/use-row-refusal.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/desk-icons.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Link } from '../../ui/link.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApiKeyCard } from './api-key-card.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import styles from './integrations.module.css'
import { KeySecretDialog } from './key-secret-dialog.tsx'
import { useApiKeyChanges } from './use-key-changes.ts'

const failed = 'Failed to load keys'

export const preloadData: DataPreload = () => readAhead(listApiKeys, {})

/** The page `/admin/integrations`: the API keys for programs. */
export function IntegrationsScreen() {
  const keys = useApiQuery(listApiKeys, {})
  useFailureToast(keys, failed)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewApiKey>()

  function content() {
    if (!keys.data)
      return keys.isError ? (
        <FailedState message={failed} onRetry={() => void keys.refetch()} />
      ) : (
        <Skeleton label="Loading keys..." />
      )
    if (keys.data.length === 0)
      return (
        <EmptyState title="No API keys yet">
          <p className="muted">Create one to connect software that plans deliveries, such as your dispensing system.</p>
        </EmptyState>
      )
    return (
      <>
        <FormAlert>{keys.isError && failed}</FormAlert>
        <KeyCards keys={keys.data} onRotated={setMade} />
      </>
    )
  }

  return (
    <PageFrame
      title="Integrations"
      actions={
        <Button variant="primary" onClick={() => setMaking(true)}>
          <PlusIcon /> New key
        </Button>
      }
    >
      <p className="muted">
        Other software uses an API key to connect to Carelane. A key can do only what you allow.{' '}
        <Link to={paths.reference}>API documentation</Link>
      </p>
      {content()}
      {isMaking && (
        <CreateKeyDialog
          onMade={(key) => {
            setMaking(false)
            setMade(key)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made && <KeySecretDialog apiKey={made.key} onClose={() => setMade(undefined)} />}
    </PageFrame>
  )
}

interface KeyCardsProps {
  keys: readonly ApiKey[]
  /** Called with the key and its new secret, which is shown only once. */
  onRotated: (key: NewApiKey) => void
}

function KeyCards({ keys, onRotated }: KeyCardsProps) {
  const refusals = useRowRefusal()
  const { askAndRotate, askAndRevoke } = useApiKeyChanges(refusals, onRotated)
  const nameOf = uniqueRowNamer(keys, ({ name }) => name)
  return (
    <ul aria-label="Keys" className={styles.cards}>
      {keys.map((key) => (
        <li key={key.id}>
          <ApiKeyCard
            apiKey={key}
            name={nameOf(key)}
            onRotate={() => void askAndRotate(key)}
            onRevoke={() => void askAndRevoke(key)}
            refusal={refusals.of(key.id)}
          />
        </li>
      ))}
    </ul>
  )
}
