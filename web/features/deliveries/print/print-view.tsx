import { QRCodeSVG } from 'qrcode.react'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { readPrintData } from '#shared/api/deliveries.ts'
import { paths } from '../../../lib/paths.ts'
import { useApiQuery } from '../../../lib/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { deliveryLabels } from '../delivery-labels.ts'
import './print-view.css'

const printAfterMs = 500
const codeSize = 120

interface PrintViewProps {
  deliveryId: string
  onClose: () => void
}

/** The package slip over the page; the browser's print dialog opens by itself. */
export function PrintView({ deliveryId, onClose }: PrintViewProps) {
  const { data, isPending, refetch } = useApiQuery(readPrintData, { params: { id: deliveryId } })
  const isReady = data !== undefined
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => window.print(), printAfterMs)
    return () => clearTimeout(timer)
  }, [isReady])

  return createPortal(
    <div className="print-view">
      <Dialog title={deliveryLabels.print} onClose={onClose}>
        {isPending && <Spinner label="Loading delivery..." />}
        {!isPending && !data && <Failed message={deliveryLabels.detailsFailed} onRetry={() => void refetch()} />}
        {data && (
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
        )}
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          <GuardedButton
            variant="primary"
            whyNot={data ? undefined : 'The slip is not loaded yet'}
            onClick={() => window.print()}
          >
            Print
          </GuardedButton>
        </DialogActions>
      </Dialog>
    </div>,
    document.body,
  )
}
