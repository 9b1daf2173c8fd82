import { QRCodeSVG } from 'qrcode.react'
import type { AnswerOf } from '#shared/api/contract.ts'
import type { readPrintData } from '#shared/api/deliveries.ts'
import { formatDateAndAnyTime } from '../../../lib/browser/format.ts'
import { cityLine, deliveryTimeText, streetLine } from '../delivery-text.ts'
import './print-view.css'

export type SlipData = AnswerOf<typeof readPrintData>

const codeSize = 120

/** Returns the URL with this page's origin in place of its own, so that a scan opens the app at the host that printed the slip. */
function addressHere(url: string) {
  const { pathname, search } = new URL(url)
  return new URL(pathname + search, location.origin).href
}

/** The slip that is attached to the package. */
export const Slip = ({ data }: { data: SlipData }) => (
  <article className="slip" aria-label="Package slip">
    <h3>PACKAGE DELIVERY</h3>
    <dl>
      <dt>Delivery ID</dt>
      <dd>{data.id}</dd>
      <dt>Patient Name</dt>
      <dd>{data.patient_name}</dd>
      <dt>Address</dt>
      <dd>
        {streetLine(data)}
        <br />
        {cityLine(data)}
      </dd>
      <dt>Delivery Date</dt>
      <dd>
        {formatDateAndAnyTime(data.delivery_date)}, {deliveryTimeText(data)}
      </dd>
      <dt>RX Count</dt>
      <dd>{data.rx_count}</dd>
      <dt>SKU Count</dt>
      <dd>{data.sku_count}</dd>
      <dt>Slip code</dt>
      <dd className="tabular code">{data.code}</dd>
    </dl>
    <QRCodeSVG value={addressHere(data.url)} size={codeSize} level="M" marginSize={0} title="Opens this delivery" />
  </article>
)
