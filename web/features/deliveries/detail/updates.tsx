import { readUpdates } from '#shared/api/notices.ts'
import { readSettings } from '#shared/api/settings.ts'
import type { RecipientUpdates, SentNotice } from '#shared/model/notices.ts'
import { shortDay } from '#shared/rules/dates.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { formatDetailTime } from '../../../lib/browser/format.ts'
import { useCopy } from '../../../lib/browser/use-copy.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FieldShell } from '../../../ui/field-shell.tsx'
import { Live } from '../../../ui/live.tsx'
import { Facts } from './facts.tsx'

const kinds: Record<SentNotice['kind'], string> = {
  planned: 'Planned',
  out: 'On its way',
  next: 'Next',
  delivered: 'Delivered',
  missed: 'Missed',
}

const states: Record<SentNotice['state'], string> = {
  sent: '',
  bounced: 'came back',
  complained: 'called unwanted',
  unknown: 'not known whether it was sent',
}

const reasons: Record<NonNullable<RecipientUpdates['stopped']>['reason'], string> = {
  bounce: 'mail came back',
  complaint: 'called unwanted',
  unsubscribed: 'unsubscribed',
}

/** What the recipient was told, and the link of their page. An organisation that tells recipients nothing has no such card. */
export function Updates({ id }: { id: string }) {
  const settings = useApiQuery(readSettings, {})
  const isOn = settings.data !== undefined && settings.data.recipient_notices !== 'off'
  const { data } = useApiQuery(readUpdates, { params: { id } }, { enabled: isOn })
  if (!isOn || !data) return null
  const { link, stopped, updates } = data
  return (
    <Card title="Updates">
      {stopped && <p>{`Updates stopped: ${reasons[stopped.reason]}, ${shortDay(stopped.day)}`}</p>}
      {updates.length === 0 ? (
        <p className="muted">Nothing was sent yet</p>
      ) : (
        <Facts
          facts={updates.map(({ kind, at, state }) => [
            kinds[kind],
            [formatDetailTime(at), states[state]].filter(Boolean).join(', '),
          ])}
        />
      )}
      {link && <CopyLink link={link} />}
    </Card>
  )
}

/** The address of the recipient's page, for the telephone. */
function CopyLink({ link }: { link: string }) {
  const { field, said, copy } = useCopy(link)
  return (
    <>
      <FieldShell label="The recipient’s page">
        {(control) => <input {...control} ref={field} value={link} readOnly />}
      </FieldShell>
      <div>
        <Button onClick={() => void copy()}>Copy link</Button>
      </div>
      <Live role="status">{said}</Live>
    </>
  )
}
