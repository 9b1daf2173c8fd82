import { use } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { isFinalStatus } from '#shared/rules/transitions.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuEntryButton, MenuLink } from '../../../ui/menu-entry.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { canComplete } from '../can-complete.ts'
import { openCompletionDialog, openPrintView } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { cityLine, deliveryTimeText, phoneLine, streetLine, totalAmountText } from '../delivery-text.ts'
import { RowCheckbox } from '../many/row-selection.tsx'
import { DeliveryDay } from '../marks/delivery-day.tsx'
import { LateBadge } from '../marks/late-badge.tsx'
import { MistakeBadge } from '../marks/mistake-badge.tsx'
import { ReturnDeadlineBadge } from '../marks/return-deadline-badge.tsx'
import { canDeleteRow, canEditRow, canPrint, canStart } from '../row-actions.ts'
import { StartDeliveryButton } from '../status/start-delivery-button.tsx'
import { statusChangeTexts } from '../status/use-change-status.ts'
import { UnsentBadge } from '../unsent/unsent.tsx'
import styles from './list.module.css'
import { MapsLink } from './maps-link.tsx'
import { PharmacistSelect } from './pharmacist-select.tsx'
import { type DeliveryRowTools, LiveListContext } from './row-tools.ts'

interface CardProps {
  delivery: DeliveryRow
  /** The name of the row, for the labels of its controls. */
  name: string
  tools: DeliveryRowTools
}

/** The list as cards, where there is no room for a table. Each card has the address, a map link and the delivery's next action. */
export function DeliveryCard({ refusal, ...card }: CardProps & { refusal: string }) {
  const { delivery, name, tools } = card
  const assigns = tools.isAdmin && !isFinalStatus(delivery.status)
  return (
    <Card className={styles.card} aside={<CardHead {...card} />}>
      <p className="small">
        {delivery.phone ? <PhoneLink phone={delivery.phone} /> : <span className="muted">{phoneLine('')}</span>}
      </p>
      <div>
        <div>{streetLine(delivery)}</div>
        <div>{cityLine(delivery)}</div>
      </div>
      <CardFacts delivery={delivery} assigns={assigns} />
      {assigns && <PharmacistSelect delivery={delivery} name={name} tools={tools} />}
      <FormAlert>{refusal}</FormAlert>
      <div className={styles.cardActions}>
        <MapsLink delivery={delivery} />
        <NextStep {...card} />
        <MoreActions {...card} />
      </div>
    </Card>
  )
}

/** The first line of a card: the patient's name, the delivery's badges and the checkbox that selects the card. */
function CardHead({ delivery, name, tools: { selection } }: CardProps) {
  return (
    <>
      <h2>
        <Link className={styles.patient} to={paths.delivery(delivery.id)} aria-label={name} data-main="">
          {delivery.patient_name}
        </Link>
      </h2>
      <div className={styles.marks}>
        <StatusBadge status={delivery.status} />
        <MistakeBadge delivery={delivery} />
        <ReturnDeadlineBadge delivery={delivery} />
      </div>
      {selection && <RowCheckbox selection={selection} row={delivery} name={name} />}
      <UnsentBadge delivery={delivery} unsent={use(LiveListContext).unsent} />
    </>
  )
}

/** When the delivery is due, who delivers it (unless that can be chosen in the card) and its amount. */
function CardFacts({ delivery, assigns }: { delivery: DeliveryRow; assigns: boolean }) {
  return (
    <div className="small">
      <div>
        <DeliveryDay date={delivery.delivery_date} />, <span className={styles.time}>{deliveryTimeText(delivery)}</span>{' '}
        <LateBadge delivery={delivery} clock={use(LiveListContext).clock} />
      </div>
      <div>
        {!assigns && (
          <>
            <span>{delivery.pharmacist_name ?? deliveryLabels.unassigned}</span> ·{' '}
          </>
        )}
        <span className="tabular">{totalAmountText(delivery)}</span>
      </div>
    </div>
  )
}

/** The button that completes or starts the delivery or, if the user can do neither, a link to the delivery's page. */
function NextStep({ delivery, name, tools: { userId, refusals } }: CardProps) {
  if (canComplete(delivery))
    return (
      <Button variant="primary" aria-label={`Complete: ${name}`} onClick={() => openCompletionDialog(delivery)}>
        <CheckIcon /> Complete
      </Button>
    )
  if (canStart(delivery, userId))
    return (
      <StartDeliveryButton
        delivery={delivery}
        texts={statusChangeTexts.list}
        refusals={refusals}
        look={{ 'aria-label': `${deliveryLabels.start}: ${name}` }}
      >
        {deliveryLabels.start}
      </StartDeliveryButton>
    )
  // Keyboard users skip this link, because the patient's name links to the same page.
  return (
    <ButtonLink to={paths.delivery(delivery.id)} tabIndex={-1} aria-label={`View details: ${name}`}>
      View details
    </ButtonLink>
  )
}

/** A card's less frequent actions, in a menu. */
function MoreActions({ delivery, name, tools: { isAdmin, mayManage, userId, onDelete } }: CardProps) {
  const mayEdit = isAdmin && canEditRow(delivery)
  const mayDelete = mayManage && canDeleteRow(delivery)
  // Otherwise the card's main button leads to the details.
  const linksDetails = canComplete(delivery) || canStart(delivery, userId)
  if (!mayEdit && !mayDelete && !linksDetails)
    return (
      canPrint(delivery) && (
        <Button
          variant="quiet"
          className={styles.more}
          aria-label={`Print: ${name}`}
          data-key="p"
          onClick={() => openPrintView(delivery)}
        >
          Print
        </Button>
      )
    )
  return (
    <>
      {/* Hidden targets of the keyboard shortcuts. The visible entries for these actions are in the menu. */}
      <span hidden>
        {mayEdit && <Link to={paths.editDelivery(delivery.id)} data-key="e" />}
        {canPrint(delivery) && <Button data-key="p" onClick={() => openPrintView(delivery)} />}
      </span>
      <Menu label="More" name={`More actions for ${name}`} align="end" buttonClassName={styles.more}>
        {linksDetails && <MenuLink to={paths.delivery(delivery.id)}>View details</MenuLink>}
        {mayEdit && <MenuLink to={paths.editDelivery(delivery.id)}>Edit</MenuLink>}
        {canPrint(delivery) && <MenuEntryButton onClick={() => openPrintView(delivery)}>Print</MenuEntryButton>}
        {mayDelete && <MenuEntryButton onClick={() => onDelete(delivery)}>Delete</MenuEntryButton>}
      </Menu>
    </>
  )
}
