import { type ReactNode, useState } from 'react'
import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import { type ProofGap, proofGapLabels } from '#shared/rules/proof-gaps.ts'
import { formatDateTime, formatDetailDate } from '../../lib/browser/format.ts'
import { toast } from '../../lib/browser/toast.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'
import styles from './audit.module.css'
import {
  type AuditRequestBody,
  type AuditSearch,
  fetchAuditRecords,
  noPrescriptionNumberText,
} from './audit-request.ts'
import { DownloadPacketButton } from './download-packet.tsx'
import { LeftOutNumbers } from './left-out-numbers.tsx'
import { auditRecordDeliveriesText, undeliveredText } from './record-deliveries-text.ts'
import { type AuditLine, auditLines, lineDeliveryKey, recordsWithoutUnchecked } from './unchecked-lines.ts'

interface FoundRecordsProps {
  search: AuditSearch
  /** The records that the search has found. */
  found: AuditRecord[]
}

/**
 * The records that a search has found. Before downloading the packet, the user can untick lines and deliveries, and add numbers if
 * the search was by numbers.
 */
export function FoundRecords({ search, found }: FoundRecordsProps) {
  const [bodies, setBodies] = useState<AuditRequestBody[]>(search.bodies)
  const [records, setRecords] = useState(found)
  /** The keys of the lines and deliveries that the user has unticked, so that the packet does not contain them. */
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set())
  const onToggle = (key: string) =>
    setUnchecked((known) => new Set(known.has(key) ? [...known].filter((one) => one !== key) : [...known, key]))

  async function add(rx_number: string) {
    const body = { rx: [{ rx_number }] }
    const added = await fetchAuditRecords([body])
    setBodies((known) => [...known, body])
    setRecords((known) => [...known, ...added])
    for (const record of added) toast.success(`${rx_number}: ${auditRecordDeliveriesText(record)}`)
  }

  const lines = auditLines(records, search.by)
  const of = (kind: AuditRecord['found']) => lines.filter(({ record }) => record.found === kind)
  const [one, several, absent] = [of('one'), of('several'), of('none')]
  const isKnown = ({ record: { deliveries, undelivered } }: AuditLine) => deliveries.length + undelivered.length > 0
  const open = absent.filter(isKnown)
  const none = absent.filter((line) => !isKnown(line))
  return (
    <>
      <DownloadPacketButton
        bodies={bodies}
        records={records}
        chosen={(all) => recordsWithoutUnchecked(auditLines(all, search.by), unchecked)}
      />
      {none.length > 0 && (
        <Lines title={`Not found (${none.length})`} hint="Uncheck anything the auditor didn’t ask for.">
          {none.map((line) => (
            <li key={line.key} className={lineClass(unchecked, line)}>
              <LineBox line={line} unchecked={unchecked} onToggle={onToggle} />
            </li>
          ))}
        </Lines>
      )}
      {open.length > 0 && (
        <Lines title={`Not delivered (${open.length})`} hint="The packet says what happened to these deliveries.">
          {open.map((line) => (
            <li key={line.key} className={lineClass(unchecked, line)}>
              <LineBox line={line} unchecked={unchecked} onToggle={onToggle} />
              <Contents record={line.record} />
            </li>
          ))}
        </Lines>
      )}
      {several.length > 0 && (
        <Lines title={`On more than one delivery (${several.length})`}>
          {several.map((line) => (
            <li key={line.key}>
              <DeliveriesOfLine line={line} unchecked={unchecked} onToggle={onToggle} />
            </li>
          ))}
        </Lines>
      )}
      {search.by === 'numbers' && <LeftOutNumbers leftOut={search.leftOut} records={records} onAdd={add} />}
      <Lines title={`Found (${one.length})`} hint={one.length === 0 && nothingFound(records)}>
        {one.map((line) => (
          <li key={line.key} className={lineClass(unchecked, line)}>
            <LineBox line={line} unchecked={unchecked} onToggle={onToggle} />
            <Contents record={line.record} />
          </li>
        ))}
      </Lines>
    </>
  )
}

interface LineProps {
  line: AuditLine
  unchecked: ReadonlySet<string>
  onToggle: (key: string) => void
}

const lineClass = (unchecked: ReadonlySet<string>, { key }: AuditLine) =>
  classNames(styles.entry, unchecked.has(key) && styles.unchecked)

const LineBox = ({ line: { key, record }, unchecked, onToggle }: LineProps) => (
  <Checkbox checked={!unchecked.has(key)} onTick={() => onToggle(key)}>
    <PrescriptionNumber record={record} />
  </Checkbox>
)

/** A number that occurs in several deliveries. Only the ticked deliveries are put into the packet. */
const DeliveriesOfLine = ({ line, unchecked, onToggle }: LineProps) => (
  <fieldset className={styles.several}>
    <legend className={lineClass(unchecked, line)}>
      <LineBox line={line} unchecked={unchecked} onToggle={onToggle} />
    </legend>
    {line.record.deliveries.map((proof) => (
      <Checkbox
        key={proof.id}
        checked={!unchecked.has(line.key) && !unchecked.has(lineDeliveryKey(line.key, proof))}
        aria-disabled={unchecked.has(line.key)}
        onTick={() => !unchecked.has(line.key) && onToggle(lineDeliveryKey(line.key, proof))}
      >
        <Summary proof={proof} />
      </Checkbox>
    ))}
    <Undelivered record={line.record} />
  </fieldset>
)

/** All deliveries with a number: those with a proof, and those that were not delivered. */
const Contents = ({ record }: { record: AuditRecord }) => (
  <>
    {record.deliveries.map((proof) => (
      <Summary key={proof.id} proof={proof} />
    ))}
    <Undelivered record={record} />
  </>
)

const Undelivered = ({ record }: { record: AuditRecord }) =>
  record.undelivered.map((delivery) => (
    <Link key={delivery.id} to={paths.delivery(delivery.id)}>
      {`Not delivered: ${undeliveredText(delivery)}`}
    </Link>
  ))

const nothingFound = ({ length }: readonly AuditRecord[]) =>
  length === 0 ? noPrescriptionNumberText : 'No prescription matches exactly one delivery.'

interface LinesProps {
  title: string
  hint?: string | false
  children: ReactNode
}

const Lines = ({ title, hint, children }: LinesProps) => (
  <Card title={title}>
    {hint && <p className="muted">{hint}</p>}
    <ul className={styles.list}>{children}</ul>
  </Card>
)

const PrescriptionNumber = ({ record: { rx_number, date } }: { record: AuditRecord }) => (
  <span className={styles.number}>
    <strong>{rx_number}</strong> {date && <span className="muted small">{formatDetailDate(date)}</span>}
  </span>
)

const Summary = ({ proof: { id, patient_name, delivered_at, missing, recorded_by_mistake } }: { proof: Proof }) => (
  <span>
    {patient_name}, {formatDateTime(delivered_at)} <span className="muted small tabular">{id.slice(0, 8)}</span>{' '}
    {recorded_by_mistake && <Badge tone="red">Recorded by mistake: {recorded_by_mistake.reason}</Badge>}{' '}
    {missing.length === 0 ? (
      <Badge tone="green">Complete</Badge>
    ) : (
      <>
        <Badge tone="yellow">Missing: {missing.map((gap) => proofGapLabels[gap]).join(', ')}</Badge>{' '}
        <Gaps {...{ id, patient_name, missing }} />
      </>
    )}
  </span>
)

/** Links to the form that takes what the pharmacy itself can add, such as a fill date. */
function Gaps({ id, patient_name, missing }: Pick<Proof, 'id' | 'patient_name' | 'missing'>) {
  const gap = missing.find(isFillGap)
  return gap ? (
    <Link
      className="small"
      to={paths.correction(id, gap)}
      aria-label={`Add ${proofGapLabels[gap]}: ${patient_name}, ${id.slice(0, 8)}`}
    >
      Add {proofGapLabels[gap]}
    </Link>
  ) : null
}

const isFillGap = (gap: ProofGap) => gap === 'fill_date' || gap === 'fill_number'
