import { useState } from 'react'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '#shared/api/api-keys.ts'
import {
  type ApiKey,
  apiKeyForm,
  apiKeyPermissions,
  mostKeyDays,
  type NewApiKey,
  proposedKeyDays,
} from '#shared/model/api-key.ts'
import { addDays } from '#shared/rules/dates.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate, readAhead, useApiMutation, useApiQuery } from '../../lib/api/queries.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { accountAndAdminToast, useFailureToast } from '../../lib/browser/toast.ts'
import { useCopyToClipboard } from '../../lib/browser/use-copy-to-clipboard.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { type RowRefusalState, useRowRefusal } from '../../lib/forms/use-row-refusal.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useToday } from '../../lib/session/clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxGroupField } from '../../ui/choice.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { PlusIcon } from '../../ui/desk-icons.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { Field } from '../../ui/form.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import styles from './integrations.module.css'

const failed = 'Failed to load keys'
const texts = { loading: 'Loading keys...', failed, outdated: failed }

export const preloadData: DataPreload = () => readAhead(listApiKeys, {})

/** The page `/admin/integrations`: the API keys for programs. */
export function IntegrationsScreen() {
  const keys = useApiQuery(listApiKeys, {})
  useFailureToast(keys, failed)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<NewApiKey>()
  const refusals = useRowRefusal()
  const { askAndRotate, askAndRevoke } = useApiKeyChanges(refusals, setMade)

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
      <QueryList
        query={keys}
        rows={keys.data}
        label="Keys"
        texts={texts}
        empty={
          <EmptyState title="No API keys yet">
            <p className="muted">
              Create one to connect software that plans deliveries, such as your dispensing system.
            </p>
          </EmptyState>
        }
        nameOf={({ name }) => name}
        card={(key, name, refusal) => (
          <ApiKeyCard
            apiKey={key}
            name={name}
            onRotate={() => void askAndRotate(key)}
            onRevoke={() => void askAndRevoke(key)}
            refusal={refusal}
          />
        )}
        cardsClassName={styles.cards}
        refusals={refusals}
      />
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

interface ApiKeyCardProps {
  apiKey: ApiKey
  /** The key's name, with a number if several keys have the same one. */
  name: string
  onRotate: () => void
  onRevoke: () => void
  /** The reason why the last change was refused, or ''. */
  refusal: string
}

const states = {
  active: <Badge tone="green">Active</Badge>,
  ended: <Badge tone="yellow">Expired</Badge>,
  revoked: <Badge tone="red">Revoked</Badge>,
}

const permissionsOf = ({ permissions }: ApiKey) =>
  apiKeyPermissions
    .filter(({ key }) => permissions.includes(key))
    .map(({ name }) => name)
    .join(', ')

function ApiKeyCard({ apiKey, name, onRotate, onRevoke, refusal }: ApiKeyCardProps) {
  const { prefix, state, created_at, created_by, last_used_at, ends_on } = apiKey
  return (
    <Card title={apiKey.name} aside={states[state]} className={styles.card}>
      <div className="small">
        <p>
          <code>{prefix}…</code> {permissionsOf(apiKey)}
        </p>
        <p className="muted">
          Created by {created_by}, {formatDateAndAnyTime(created_at)}
        </p>
        <p className="muted">{last_used_at ? `Last used ${formatDateAndAnyTime(last_used_at)}` : 'Never used'}</p>
        {ends_on && <p className="muted">Valid through {formatDateAndAnyTime(ends_on)}</p>}
      </div>
      {state !== 'revoked' && (
        <div className={styles.actions}>
          {state === 'active' && (
            <Button size="small" aria-label={`Replace key ${name}`} onClick={onRotate}>
              Replace key
            </Button>
          )}
          <Button size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        </div>
      )}
      <FormAlert>{refusal}</FormAlert>
    </Card>
  )
}

/** Returns functions that ask for confirmation and then give a key a new secret, or revoke it. A refusal is shown at the key. */
function useApiKeyChanges(refusals: RowRefusalState, onMade: (key: NewApiKey) => void) {
  const confirm = useConfirm()
  const onSettled = () => void invalidate(listApiKeys)
  const rotation = useApiMutation(rotateApiKey, { onSettled })
  const revocation = useApiMutation(revokeApiKey, { onSettled })

  return {
    async askAndRotate({ id, name }: ApiKey) {
      const text = 'You’ll get a new key. The old one works for another 24 hours, so you have time to switch.'
      if (!(await confirm({ title: `Replace the key for ${name}?`, text, confirm: 'Replace key' }))) return
      refusals.clear()
      rotation.mutate(
        { params: { id } },
        {
          onSuccess: onMade,
          onError: (error) => refusals.refuse(id, errorDetail(error, 'Failed to replace the key')),
        },
      )
    },
    async askAndRevoke({ id, name }: ApiKey) {
      const text = 'Software that uses this key will lose access immediately. This can’t be undone.'
      if (!(await confirm({ title: `Revoke the key for ${name}?`, text, confirm: 'Revoke', danger: true }))) return
      refusals.clear()
      revocation.mutate(
        { params: { id } },
        {
          onSuccess: () => accountAndAdminToast.success('Key revoked'),
          onError: (error) => refusals.refuse(id, errorDetail(error, 'Failed to revoke the key')),
        },
      )
    },
  }
}

interface NewKeyDialogProps {
  onMade: (key: NewApiKey) => void
  onClose: () => void
}

function CreateKeyDialog({ onMade, onClose }: NewKeyDialogProps) {
  const { mutateAsync } = useApiMutation(createApiKey)
  const today = useToday()
  const form = useForm(apiKeyForm(), {
    initial: { name: '', permissions: [], ends_on: addDays(today, proposedKeyDays) },
    failureText: (error) => (error.problems.length > 0 ? '' : errorDetail(error, 'Failed to create the key')),
    onSubmit: async (body) => {
      const made = await mutateAsync({ body })
      void invalidate(listApiKeys)
      onMade(made)
    },
  })
  return (
    <FormDialog title="New API key" form={form} submit="Create key" busyText="Creating..." onClose={onClose}>
      <Field
        form={form}
        name="name"
        label="Key name"
        hint="The name of the software that will use this key"
        autoComplete="off"
      />
      <CheckboxGroupField
        form={form}
        name="permissions"
        label="Permissions"
        options={apiKeyPermissions.map(({ key, name, description }) => ({
          value: key,
          label: name,
          hint: description,
        }))}
      />
      <Field
        form={form}
        name="ends_on"
        label="Valid through"
        type="date"
        hint="At most a year from now. We’ll email you two weeks before the key expires."
        min={today}
        max={addDays(today, mostKeyDays)}
      />
    </FormDialog>
  )
}

/** Shows the secret of a new key, which cannot be displayed again later. */
function KeySecretDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { field, status, copy } = useCopyToClipboard(apiKey)
  return (
    <Dialog title="Your new key" onClose={onClose} fullOnPhone>
      <p>
        <strong>Copy the key now. You won’t see it again.</strong> Anyone who has this key can use its permissions.
        Store it where your software keeps its secrets.
      </p>
      <FieldShell label="Key">
        {(control) => (
          <input {...control} ref={field} className={`${control.className} ${styles.key}`} value={apiKey} readOnly />
        )}
      </FieldShell>
      <LiveRegion role="status">{status}</LiveRegion>
      <DialogActions>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button variant="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
