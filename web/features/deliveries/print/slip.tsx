import { QRCodeSVG } from 'qrcode.react'
import type { AnswerOf } from '#shared/api/contract.ts'
import type { readPrintData } from '#shared/api/deliveries.ts'
import { paths } from '../../../lib/paths.ts'
import './print-view.css'

export type PrintData = AnswerOf<typeof readPrintData>

const codeSize = 120

/** What goes onto the package. */
export const Slip = ({ data }: { data: PrintData }) => (
  <article className="slip" aria-label="Package slip">
    <h3>PACKAGE DELIVERY</h3>
    <dl>
      <dt>Delivery ID</dt>
      <dd>{data.id}</dd>
      <dt>Patient Name</dt>
      <dd>{data.patient_name}</dd>
      <dt>RX Count</dt>
      <dd>{data.rx_count}</dd>
      <dt>SKU Count</dt>
      <dd>{data.sku_count}</dd>
    </dl>
    <QRCodeSVG
      value={new URL(paths.delivery(data.id), location.origin).href}
      size={codeSize}
      level="M"
      marginSize={0}
      title="Opens this delivery"
    />
  </article>
)
