import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'

const printAfterMs = 500

interface PrintDialogProps {
  title: string
  /** Whether the content to print has loaded. */
  isReady: boolean
  onClose: () => void
  children: ReactNode
}

/** Shows the content to print over the page. Once the content has loaded, opens the browser's print dialog. */
export function PrintDialog({ title, isReady, onClose, children }: PrintDialogProps) {
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => window.print(), printAfterMs)
    return () => clearTimeout(timer)
  }, [isReady])
  return createPortal(
    <div className="print-view">
      <Dialog title={title} onClose={onClose}>
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
