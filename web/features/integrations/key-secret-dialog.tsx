import { useCopyToClipboard } from '../../lib/browser/use-copy-to-clipboard.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import styles from './integrations.module.css'

/** Shows the secret of a new key, which cannot be displayed again later. */
export function KeySecretDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const { field, status, copy } = useCopyToClipboard(apiKey)
  return (
    <Dialog title="Your new key" onClose={onClose} fullOnPhone>
      <p>
        <strong>Copy it now. You won’t see it again.</strong> Anyone who has this key can use its permissions. Store it
        where your software keeps its secrets.
      </p>
      <FieldShell label="Key">
        {(control) => (
          <input {...control} ref={field} className={`${control.className} ${styles.key}`} value={apiKey} readOnly />
        )}
      </FieldShell>
      <LiveRegion role="status">{status}</LiveRegion>
      <DialogActions>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button variant="primary" onClick={onClose}>
          I’ve copied it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
