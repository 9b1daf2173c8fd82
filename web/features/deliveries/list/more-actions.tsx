import { paths } from '../../../lib/navigation/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuEntryButton, MenuLink } from '../../../ui/menu-entry.tsx'
import { openPrintView } from '../delivery-events.ts'
import { canDeleteRow, canEditRow, canPrint } from '../row-actions.ts'
import type { DeliveryActionsProps } from './delivery-actions.tsx'
import styles from './list.module.css'

/** A card's less frequent actions, in a menu. */
export function MoreActions({ delivery, name, isAdmin, mayManage, onDelete }: Omit<DeliveryActionsProps, 'refusals'>) {
  const mayEdit = isAdmin && canEditRow(delivery)
  return (
    <>
      {/* Hidden targets of the keyboard shortcuts. The visible entries for these actions are in the menu. */}
      <span hidden>
        {mayEdit && <Link to={paths.editDelivery(delivery.id)} data-key="e" />}
        {canPrint(delivery) && <Button data-key="p" onClick={() => openPrintView(delivery)} />}
      </span>
      <Menu label="More" name={`More actions for ${name}`} align="end" buttonClassName={styles.more}>
        <MenuLink to={paths.delivery(delivery.id)}>View details</MenuLink>
        {mayEdit && <MenuLink to={paths.editDelivery(delivery.id)}>Edit</MenuLink>}
        {canPrint(delivery) && <MenuEntryButton onClick={() => openPrintView(delivery)}>Print</MenuEntryButton>}
        {mayManage && canDeleteRow(delivery) && (
          <MenuEntryButton onClick={() => onDelete(delivery)}>Delete</MenuEntryButton>
        )}
      </Menu>
    </>
  )
}
