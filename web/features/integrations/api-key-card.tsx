import { type ApiKey, apiKeyPermissions } from '#shared/model/api-key.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import styles from './integrations.module.css'

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

export function ApiKeyCard({ apiKey, name, onRotate, onRevoke, refusal }: ApiKeyCardProps) {
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
