import type { FormApi } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuEntryButton } from '../../../ui/menu-entry.tsx'
import styles from './delivery-form.module.css'
import type { SaveIntent } from './use-delivery-form.ts'

interface SaveButtonsProps {
  form: Pick<FormApi, 'busy' | 'submit'>
  isNew: boolean
  /** Called with how the user wants to save, before the form is submitted. */
  onIntent: (intent: SaveIntent) => void
  onCancel: () => void
}

/** The bar at the bottom of the form, with the buttons for saving and cancelling. */
export function SaveButtons({ form, isNew, onIntent, onCancel }: SaveButtonsProps) {
  function submitAs(intent: SaveIntent) {
    onIntent(intent)
    void form.submit()
  }
  return (
    <div className={styles.foot}>
      <Button onClick={onCancel}>Cancel</Button>
      {isNew && (
        <Menu label="More" opensUpward buttonClassName={styles.more}>
          <MenuEntryButton onClick={() => submitAs('pending')}>Save as Pending</MenuEntryButton>
          <MenuEntryButton onClick={() => submitAs('next')}>Create and next</MenuEntryButton>
        </Menu>
      )}
      <Button
        type="submit"
        variant="primary"
        onClick={() => onIntent('planned')}
        busy={form.busy}
        busyText={isNew ? 'Creating delivery...' : 'Updating delivery...'}
      >
        {isNew ? 'Create Delivery' : 'Update Delivery'}
      </Button>
    </div>
  )
}
