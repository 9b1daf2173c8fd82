import { createPortal } from 'react-dom'
import type { Run } from '#shared/model/run.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { formatListDate } from '../../../lib/format.ts'
import { cityLine, streetLine } from '../delivery-text.ts'
import { needsInWords } from '../needs.tsx'
import './run-sheet.css'

/** The run on paper, for who has no battery left: seen by the printer only. */
export const RunSheet = ({ run }: { run: Run }) =>
  createPortal(
    <article className="run-sheet" aria-hidden="true">
      <h1>{`Run of ${run.person.full_name}, ${formatListDate(run.date)}`}</h1>
      <table>
        <thead>
          <tr>
            {['Stop', 'Name', 'Address', 'Phone', 'Access and needs', 'Amount', 'Signature'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {run.deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <td>{delivery.stop}</td>
              <td>{delivery.patient_name}</td>
              <td>
                {streetLine(delivery)}
                <br />
                {cityLine(delivery)}
              </td>
              <td className="phone">{delivery.phone}</td>
              <td>
                {[delivery.access_notes, ...needsInWords({ ...delivery, amount_due: 0 })].filter(Boolean).join(' · ')}
              </td>
              <td>{delivery.amount_due > 0 ? formatDollars(delivery.amount_due) : ''}</td>
              <td className="room" />
            </tr>
          ))}
        </tbody>
      </table>
    </article>,
    document.body,
  )
