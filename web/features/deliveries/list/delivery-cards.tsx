import { useNavigate } from 'react-router-dom'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { isFinalStatus } from '#shared/rules/transitions.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useOrganisationDateTime } from '../../../lib/session/clock.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuEntryButton, MenuLink } from '../../../ui/menu-entry.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { uniqueRowNamer } from '../../../ui/row-names.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { isRowClick } from '../../../ui/table.tsx'
import { openCompletionDialog, openPrintView } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { cityLine, deliveryTimeText, phoneLine, streetLine, totalAmountText } from '../delivery-text.ts'
import { AllRowsCheckbox, RowCheckbox } from '../many/row-checkbox.tsx'
import { DeliveryDay } from '../marks/delivery-day.tsx'
import { LateBadge } from '../marks/late-badge.tsx'
import { ReturnDeadlineBadge } from '../marks/return-deadline-badge.tsx'
import { canComplete, canDeleteRow, canEditRow, canPrint, canStart } from '../row-actions.ts'
import { StartDeliveryButton } from '../status/start-delivery-button.tsx'
import { statusChangeTexts } from '../status/use-change-status.ts'
import { UnsentMark } from '../unsent/unsent.tsx'
import type { DeliveryActionsProps } from './delivery-actions.tsx'
import type { DeliveryRowsProps } from './delivery-table.tsx'
import styles from './list.module.css'
import { MapsLink } from './maps-link.tsx'
import { hasUpwardDropdowns, PharmacistSelect } from './pharmacist-select.tsx'

type CardProps = Omit<DeliveryRowsProps, 'rows' | 'changed'> & {
  delivery: DeliveryRow
  name: string
  opensUpward: boolean
  clock: string
}

/** The button that completes or starts the delivery or, if the user can do neither, a link to the delivery's page. */
function NextStep({ delivery, name, userId, refusals }: Pick<CardProps, 'delivery' | 'name' | 'userId' | 'refusals'>) {
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

/** The first line of a card: the patient's name, the delivery's badges and the checkbox that selects the card. */
function CardHead({ delivery, name, selection }: Pick<CardProps, 'delivery' | 'name' | 'selection'>) {
  return (
    <>
      <h2>
        <Link className={styles.patient} to={paths.delivery(delivery.id)} aria-label={name} data-main="">
          {delivery.patient_name}
        </Link>
      </h2>
      <div className={styles.marks}>
        <StatusBadge status={delivery.status} />
        <ReturnDeadlineBadge delivery={delivery} />
      </div>
      {selection && (
        <RowCheckbox
          label={`Select ${name}`}
          data-key="x"
          checked={selection.chosen.has(delivery.id)}
          onTick={(_, isRange) => selection.tick(delivery, isRange)}
        />
      )}
      <UnsentMark delivery={delivery} />
    </>
  )
}

function DeliveryCard(props: CardProps) {
  const { delivery, name, pharmacists, opensUpward, refusals, selection, clock, ...more } = props
  const { id, phone, status, delivery_date, pharmacist_name } = delivery
  const assigns = more.isAdmin && !isFinalStatus(status)
  return (
    <Card className={styles.card} aside={<CardHead delivery={delivery} name={name} selection={selection} />}>
      <p className="small">{phone ? <PhoneLink phone={phone} /> : <span className="muted">{phoneLine(phone)}</span>}</p>
      <p>
        {streetLine(delivery)}
        <br />
        {cityLine(delivery)}
      </p>
      <p className="small">
        <DeliveryDay date={delivery_date} />, {deliveryTimeText(delivery)}{' '}
        <LateBadge delivery={delivery} clock={clock} />
        <br />
        {!assigns && `${pharmacist_name ?? deliveryLabels.unassigned} · `}
        <span className="tabular">{totalAmountText(delivery)}</span>
      </p>
      {assigns && (
        <PharmacistSelect
          delivery={delivery}
          name={name}
          pharmacists={pharmacists}
          isAdmin
          opensUpward={opensUpward}
          refusals={refusals}
        />
      )}
      <FormAlert>{refusals.of(id)}</FormAlert>
      <div className={styles.cardActions}>
        <MapsLink delivery={delivery} />
        <NextStep delivery={delivery} name={name} userId={more.userId} refusals={refusals} />
        <MoreActions delivery={delivery} name={name} {...more} />
      </div>
    </Card>
  )
}

/** The list as cards, where there is no room for a table. Each card has the address, a map link and the delivery's next action. */
export function DeliveryCards({ rows, changed, ...more }: DeliveryRowsProps) {
  const navigate = useNavigate()
  const clock = useOrganisationDateTime()
  const nameOf = uniqueRowNamer(rows, ({ patient_name }) => patient_name)
  const { selection } = more
  return (
    <>
      {selection && (
        <p className={styles.all}>
          <AllRowsCheckbox rows={rows} {...selection}>
            Select all loaded
          </AllRowsCheckbox>
        </p>
      )}
      <ul aria-label="Deliveries" className={styles.cards}>
        {rows.map((delivery) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the patient's name in it is the link for the keyboard
          <li
            key={delivery.id}
            data-row={delivery.id}
            className={classNames(changed.has(delivery.id) && 'marked')}
            onClick={({ target }) => {
              if (isRowClick(target)) void navigate(paths.delivery(delivery.id))
            }}
          >
            <DeliveryCard
              delivery={delivery}
              name={nameOf(delivery)}
              opensUpward={hasUpwardDropdowns(rows)}
              clock={clock}
              {...more}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A card's less frequent actions, in a menu. */
function MoreActions({ delivery, name, isAdmin, mayManage, onDelete }: Omit<DeliveryActionsProps, 'refusals'>) {
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
