import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import styles from './shortcuts-dialog.module.css'

const keys = [
  ['g d', 'Deliveries'],
  ['g r', 'Runs'],
  ['g p', 'Patients'],
  ['n', 'New delivery'],
  ['/', 'Search'],
  ['j, k', 'Next row, previous row'],
  ['x', 'Select the row'],
  ['Enter', 'Open'],
  ['e', 'Edit'],
  ['p', 'Print'],
  ['Esc', 'Back to the list'],
  ['?', 'Show this list'],
] as const

/** The keys of the app, and what each does. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl className={styles.keys}>
      {keys.map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </Dialog>
)
