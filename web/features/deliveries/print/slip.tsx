import { QRCodeSVG } from 'qrcode.react'
import type { AnswerOf } from '#shared/api/contract.ts'
import type { readPrintData } from '#shared/api/deliveries.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
import { formatDateAndAnyTime } from '../../../lib/browser/format.ts'
import { cityLine, deliveryTimeText, streetLine } from '../delivery-text.ts'
import { needsInWords } from '../marks/needs-badges.tsx'
import './print-view.css'

export type SlipData = AnswerOf<typeof readPrintData>

const codeSize = 120

/** Returns the URL with this page's origin in place of its own, so that a scan opens the app at the host that printed the slip. */
function addressHere(url: string) {
  const { pathname, search } = new URL(url)
  return new URL(pathname + search, location.origin).href
}

/** Names the driver and the stop: `Miguel Santos, stop 4`. */
const driverText = ({ pharmacist_name, stop }: SlipData) =>
  [pharmacist_name, stop !== null && `stop ${stop}`].filter(Boolean).join(', ')

/** The slip that is attached to the package. */
export function Slip({ data }: { data: SlipData }) {
  const needs = data.needs ? needsInWords({ needs: data.needs, amount_due: 0 }) : []
  return (
    <article className="slip" aria-label="Package slip">
      <header>
        <strong>{data.organisation}</strong>
        <span className="tabular">{formatPhone(data.organisation_phone)}</span>
      </header>
      <h3>PACKAGE DELIVERY</h3>
      <dl>
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
        <Fact name="Driver" value={driverText(data)} />
        <Fact name="Needs" value={needs.join(', ')} />
        <Fact name="Collect" value={data.amount_due > 0 && formatDollars(data.amount_due)} />
        <Fact name="Packages" value={data.packages_at_door > 1 && `${data.packages_at_door} at this door`} />
        <dt>RX Count</dt>
        <dd>{data.rx_count}</dd>
        <dt>SKU Count</dt>
        <dd>{data.sku_count}</dd>
        <dt>Slip code</dt>
        <dd className="tabular code">{data.code}</dd>
      </dl>
      <QRCodeSVG value={addressHere(data.url)} size={codeSize} level="M" marginSize={0} title="Opens this delivery" />
      <footer className="tabular">Delivery ID {data.id}</footer>
    </article>
  )
}

const Fact = ({ name, value }: { name: string; value: string | false }) =>
  value && (
    <>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
      </dd>
    </>
  )
