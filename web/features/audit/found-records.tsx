import { type ReactNode, useState } from 'react'
import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import { proofGapLabels } from '#shared/rules/proof-gaps.ts'
import { formatDateTime, formatDetailDate } from '../../lib/browser/format.ts'
import { toast } from '../../lib/browser/toast.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { classNames } from '../../ui/class-names.ts'
import { auditRecordDeliveriesText } from './answer-text.ts'
import styles from './audit.module.css'
import { type AuditRequestBody, type AuditSearch, noPrescriptionNumberText } from './audit-request.ts'
import { DownloadPacketButton } from './download-packet.tsx'
import { fetchAuditRecords } from './fetch-records.ts'
import { LeftOutNumbers } from './left-out-numbers.tsx'
import { lineDeliveryKey, lineKeys, recordsWithoutStruck } from './struck-lines.ts'

interface FoundRecordsProps {
  search: AuditSearch
  /** The records that the search has found. */
  found: AuditRecord[]
}

/**
 * Holds the keys of the lines and deliveries that the user has unticked, so that the packet does not contain them. A line is a
 * record on this page.
 */
function useStruck() {
  const [struck, setStruck] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => setStruck((known) => new Set(known).symmetricDifference(new Set([key])))
  return { struck, has: (key: string) => struck.has(key), toggle }
}

/**
 * The records that a search has found. Before downloading the packet, the user can untick lines and deliveries, and add numbers if
 * the search was by numbers.
 */
export function FoundRecords({ search, found }: FoundRecordsProps) {
  const [bodies, setBodies] = useState<AuditRequestBody[]>(search.bodies)
  const [records, setRecords] = useState(found)
  const struck = useStruck()

  async function add(rx_number: string) {
    const body = { rx: [{ rx_number }] }
    const added = await fetchAuditRecords([body])
    setBodies((known) => [...known, body])
    setRecords((known) => [...known, ...added])
    for (const record of added) toast.success(`${rx_number}: ${auditRecordDeliveriesText(record)}`)
  }

  const keys = lineKeys(records, search.by)
  const lines = records.map((record, i) => ({ record, line: keys[i] ?? '' }))
  const of = (kind: AuditRecord['found']) => lines.filter(({ record }) => record.found === kind)
  const [one, several, none] = [of('one'), of('several'), of('none')]
  return (
    <>
      <DownloadPacketButton
        bodies={bodies}
        records={records}
        chosen={(all) => recordsWithoutStruck(all, search.by, struck.struck)}
      />
      {none.length > 0 && (
        <Lines title={`Not found (${none.length})`} hint="Untick what the auditor did not ask for.">
          {none.map(({ record, line }) => (
            <li key={line} className={lineClass(struck, line)}>
              <LineBox record={record} line={line} struck={struck} />
            </li>
          ))}
        </Lines>
      )}
      {several.length > 0 && (
        <Lines title={`On several deliveries (${several.length})`}>
          {several.map(({ record, line }) => (
            <li key={line}>
              <DeliveriesOfLine record={record} line={line} struck={struck} />
            </li>
          ))}
        </Lines>
      )}
      {search.by === 'numbers' && <LeftOutNumbers leftOut={search.leftOut} records={records} onAdd={add} />}
      <Lines title={`Found (${one.length})`} hint={one.length === 0 && nothingFound(records)}>
        {one.map(({ record, line }) => (
          <li key={line} className={lineClass(struck, line)}>
            <LineBox record={record} line={line} struck={struck} />
            {record.deliveries.map((proof) => (
              <Summary key={proof.id} proof={proof} />
            ))}
          </li>
        ))}
      </Lines>
    </>
  )
}

interface LineProps {
  record: AuditRecord
  /** The record's key, which `lineKeys` has made. */
  line: string
  struck: ReturnType<typeof useStruck>
}

const lineClass = (struck: LineProps['struck'], line: string) =>
  classNames(styles.entry, struck.has(line) && styles.struck)

const LineBox = ({ record, line, struck }: LineProps) => (
  <Checkbox checked={!struck.has(line)} onTick={() => struck.toggle(line)}>
    <PrescriptionNumber record={record} />
  </Checkbox>
)

/** A number that occurs in several deliveries. Only the ticked deliveries are put into the packet. */
const DeliveriesOfLine = ({ record, line, struck }: LineProps) => (
  <fieldset className={styles.several}>
    <legend className={lineClass(struck, line)}>
      <LineBox record={record} line={line} struck={struck} />
    </legend>
    {record.deliveries.map((proof) => (
      <Checkbox
        key={proof.id}
        checked={!struck.has(line) && !struck.has(lineDeliveryKey(line, proof))}
        aria-disabled={struck.has(line)}
        onTick={() => !struck.has(line) && struck.toggle(lineDeliveryKey(line, proof))}
      >
        <Summary proof={proof} />
      </Checkbox>
    ))}
  </fieldset>
)

const nothingFound = ({ length }: readonly AuditRecord[]) =>
  length === 0 ? noPrescriptionNumberText : 'No prescription is on one delivery alone.'

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

const Summary = ({ proof: { id, patient_name, delivered_at, missing } }: { proof: Proof }) => (
  <span>
    {patient_name}, {formatDateTime(delivered_at)} <span className="muted small tabular">{id.slice(0, 8)}</span>{' '}
    {missing.length === 0 ? (
      <Badge tone="green">Complete</Badge>
    ) : (
      <Badge tone="yellow">Missing: {missing.map((gap) => proofGapLabels[gap]).join(', ')}</Badge>
    )}
  </span>
)
