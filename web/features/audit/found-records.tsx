import { useState } from 'react'
import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import { gapLabels } from '#shared/rules/proof-gaps.ts'
import { formatDetailDate, formatDetailTime } from '../../lib/browser/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckBox } from '../../ui/choice.tsx'
import styles from './audit.module.css'
import type { AuditBody } from './audit-request.ts'
import { DownloadPacket } from './download-packet.tsx'

interface FoundRecordsProps {
  bodies: AuditBody[]
  records: AuditRecord[]
}

const tickOf = (record: number, { id }: Proof) => `${record} ${id}`

/** What was found, what was not, and what is on several deliveries: of those each can be left out. */
export function FoundRecords({ bodies, records }: FoundRecordsProps) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const places = records.map((record, index) => ({ record, index }))
  const of = (found: AuditRecord['found']) => places.filter(({ record }) => record.found === found)
  const [one, several, none] = [of('one'), of('several'), of('none')]
  const toggle = (tick: string) => setLeftOut((known) => new Set(known).symmetricDifference(new Set([tick])))
  /** The records of a later look, without what is left out in this one. */
  const chosen = (all: readonly AuditRecord[]): AuditRecord[] =>
    all.map((record, index) => ({
      ...record,
      deliveries: record.deliveries.filter((proof) => !leftOut.has(tickOf(index, proof))),
    }))

  return (
    <>
      <DownloadPacket bodies={bodies} records={records} chosen={chosen} />
      {none.length > 0 && (
        <Card title={`Not found (${none.length})`}>
          <ul className={styles.list}>
            {none.map(({ record, index }) => (
              <li key={index} className={styles.entry}>
                <Asked record={record} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {several.length > 0 && (
        <Card title={`On several deliveries (${several.length})`}>
          <ul className={styles.list}>
            {several.map(({ record, index }) => (
              <li key={index}>
                <fieldset className={styles.several}>
                  <legend>
                    <Asked record={record} />
                  </legend>
                  {record.deliveries.map((proof) => (
                    <CheckBox
                      key={proof.id}
                      checked={!leftOut.has(tickOf(index, proof))}
                      onTick={() => toggle(tickOf(index, proof))}
                    >
                      <Summary proof={proof} />
                    </CheckBox>
                  ))}
                </fieldset>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={`Found (${one.length})`}>
        {one.length === 0 && <p className="muted">No prescription is on one delivery alone.</p>}
        <ul className={styles.list}>
          {one.map(({ record, index }) => (
            <li key={index} className={styles.entry}>
              <Asked record={record} />
              {record.deliveries.map((proof) => (
                <Summary key={proof.id} proof={proof} />
              ))}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

const Asked = ({ record: { rx_number, date } }: { record: AuditRecord }) => (
  <span className={styles.number}>
    <strong>{rx_number}</strong> {date && <span className="muted small">{formatDetailDate(date)}</span>}
  </span>
)

const Summary = ({ proof: { id, patient_name, delivered_at, missing } }: { proof: Proof }) => (
  <span>
    {patient_name}, {formatDetailTime(delivered_at)} <span className="muted small tabular">{id.slice(0, 8)}</span>{' '}
    {missing.length === 0 ? (
      <Badge tone="green">Complete</Badge>
    ) : (
      <Badge tone="yellow">Missing: {missing.map((gap) => gapLabels[gap]).join(', ')}</Badge>
    )}
  </span>
)
