import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { withStorage } from '../../../lib/browser/with-storage.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FieldShell } from '../../../ui/field-shell.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { Select } from '../../../ui/select.tsx'

const printAfterMs = 500

/** Makes a slip's text smaller, in steps of 5 %, until all of it is on its label. */
function fitOnLabel(slip: HTMLElement) {
  for (let percent = 100; percent >= 25; percent -= 5) {
    slip.style.setProperty('--fit', `${percent / 100}`)
    if (slip.scrollHeight <= slip.clientHeight) return
  }
}

interface PrintDialogProps {
  title: string
  /** Whether the content to print has loaded. */
  isReady: boolean
  onClose: () => void
  children: ReactNode
}

/** Shows the content to print over the page. Once the content has loaded, opens the browser's print dialog. */
export function PrintDialog({ title, isReady, onClose, children }: PrintDialogProps) {
  const view = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(readSlipSize)
  // biome-ignore lint/correctness/useExhaustiveDependencies: The slips are there when it is ready, and each size has its own height.
  useLayoutEffect(() => {
    for (const slip of view.current?.querySelectorAll<HTMLElement>('.slip') ?? []) fitOnLabel(slip)
  }, [isReady, size])
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => window.print(), printAfterMs)
    return () => clearTimeout(timer)
  }, [isReady])
  return createPortal(
    <div ref={view} className="print-view" data-size={size}>
      <Dialog title={title} onClose={onClose}>
        <FieldShell label="Slip size">
          {(control) => (
            <Select
              control={control}
              options={slipSizes}
              value={size}
              onChange={(chosen) => {
                setSize(chosen)
                keepSlipSize(chosen)
              }}
            />
          )}
        </FieldShell>
        {children}
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          <GuardedButton
            variant="primary"
            whyNot={isReady ? undefined : 'The slip hasn’t loaded yet'}
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

/** The sizes of paper for slips. `print-view.css` has a page for each. */
const slipSizes = [
  { value: 'letter', label: 'Letter' },
  { value: '4x6in', label: '4 × 6 in' },
  { value: '2.25x4in', label: '2.25 × 4 in' },
  { value: '62x100mm', label: '62 × 100 mm' },
]

const place = 'carelane-slip-size'

/** Returns the size that was last chosen in this browser. */
function readSlipSize(): string {
  const storedSize = withStorage(() => localStorage.getItem(place), null)
  return slipSizes.find(({ value }) => value === storedSize)?.value ?? 'letter'
}

const keepSlipSize = (size: string) => withStorage(() => localStorage.setItem(place, size), undefined)
