import { copyRecipientLink, readPatientUpdates, readUpdates } from '#shared/api/recipient-updates.ts'
import { readSettings } from '#shared/api/settings.ts'
import type { RecipientUpdates, SentNotice } from '#shared/model/notices.ts'
import { shortDay } from '#shared/rules/dates.ts'
import { errorDetail } from '../../../lib/api/call-error.ts'
import { useApiMutation, useApiQuery } from '../../../lib/api/queries.ts'
import { formatDateTime } from '../../../lib/browser/format.ts'
import { useCopyToClipboard } from '../../../lib/browser/use-copy-to-clipboard.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { FieldShell } from '../../../ui/field-shell.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { LiveRegion } from '../../../ui/live-region.tsx'
import styles from './fact-list.module.css'

const kinds: Record<SentNotice['kind'], string> = {
  planned: 'Planned',
  moved: 'Moved',
  confirmed: 'Day confirmed',
  out: 'On its way',
  next: 'Next',
  delivered: 'Delivered',
  missed: 'Missed',
}

const states: Record<SentNotice['state'], string> = {
  sent: '',
  bounced: 'bounced',
  complained: 'marked as spam',
  unknown: 'may not have been sent',
  not_sent: '',
}

const notSentReasons: Record<NonNullable<SentNotice['reason']>, string> = {
  unverified: 'not sent: your pharmacy isn’t verified yet',
  address_limit: 'not sent: too many updates to this address today',
  budget: 'not sent: your pharmacy has sent all its updates for today',
  number: 'not sent: this phone number can’t get our text messages',
}

/** Returns the time of a message, a note if it is a text message, and a note if there was a problem, such as `came back`. */
const factsOf = ({ at, phone, state, reason }: SentNotice) => {
  const outcome = reason ? notSentReasons[reason] : phone && state === 'bounced' ? 'rejected' : states[state]
  return [formatDateTime(at), phone && 'by text message', outcome].filter(Boolean)
}

const reasons: Record<NonNullable<RecipientUpdates['stopped']>['reason'], string> = {
  bounce: 'email bounced',
  complaint: 'marked as spam',
  unsubscribed: 'unsubscribed',
  opted_out: 'recipient texted STOP',
  unreachable: 'number can’t receive text messages',
}

/** The messages sent to the recipient of a delivery, and the link to the recipient's page. */
export const DeliveryNotices = ({ id }: { id: string }) => <UpdatesCard entry={readUpdates} id={id} />

/** The messages about a patient's latest and upcoming deliveries, and the link to the recipient's page for the next delivery. */
export const PatientNotices = ({ patientId }: { patientId: string }) => (
  <UpdatesCard entry={readPatientUpdates} id={patientId} />
)

interface UpdatesCardProps {
  entry: typeof readUpdates | typeof readPatientUpdates
  id: string
}

/**
 * A card with the messages that `entry` reads. Hidden while they load, if the organisation sends no messages to recipients, and if
 * its settings cannot be read.
 */
function UpdatesCard({ entry, id }: UpdatesCardProps) {
  const settings = useApiQuery(readSettings, {})
  const isOn = settings.data !== undefined && settings.data.recipient_notices !== 'off'
  const { data, isError, refetch } = useApiQuery(entry, { params: { id }, within: id }, { enabled: isOn })
  if (!isOn || (!data && !isError)) return null
  return (
    <Card title="Updates">
      {data ? (
        <NoticeList {...data} />
      ) : (
        <FailedState message="Failed to load updates" onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

const NoticeList = ({ link_of, stopped, updates }: RecipientUpdates) => (
  <>
    {stopped && <p>{`Updates stopped: ${reasons[stopped.reason]}, ${shortDay(stopped.day)}`}</p>}
    {updates.length === 0 ? (
      <p className="muted">Nothing has been sent yet</p>
    ) : (
      <dl className={styles.facts}>
        {updates.map((notice) => (
          <div key={`${notice.kind} ${notice.email} ${notice.phone} ${notice.at}`}>
            <dt>{kinds[notice.kind]}</dt>
            <dd>{factsOf(notice).join(', ')}</dd>
          </div>
        ))}
      </dl>
    )}
    {link_of && <RecipientLink key={link_of} id={link_of} />}
  </>
)

/**
 * Gets the link to the recipient's page when the user asks for it, because the history says who got it. Then shows the link, for
 * example to read it out on the telephone, with a button that copies it.
 */
function RecipientLink({ id }: { id: string }) {
  const { data, error, isPending, mutate } = useApiMutation(copyRecipientLink)
  if (data) return <CopyLink link={data.url} />
  return (
    <>
      <FormAlert>{error && errorDetail(error, 'Failed to get the link')}</FormAlert>
      <div>
        <Button busy={isPending} busyText="Getting..." onClick={() => mutate({ params: { id } })}>
          Get recipient’s link
        </Button>
      </div>
    </>
  )
}

function CopyLink({ link }: { link: string }) {
  const { field, status, copy } = useCopyToClipboard(link)
  return (
    <>
      <FieldShell label="Recipient’s tracking page">
        {(control) => <input {...control} ref={field} value={link} readOnly />}
      </FieldShell>
      <div>
        <Button onClick={() => void copy()}>Copy link</Button>
      </div>
      <LiveRegion role="status">{status}</LiveRegion>
    </>
  )
}
