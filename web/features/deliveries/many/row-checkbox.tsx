import type { ComponentProps, ReactNode } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import styles from '../list/list.module.css'
import type { RowSelection } from './use-selection.ts'

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  label: string
  /** `isRange` is true if the user held Shift, in order to change all rows from the one that was clicked last to this one. */
  onTick: (isTicked: boolean, isRange: boolean) => void
}

/** The checkbox of a row, or of all rows. A click on the area around the checkbox, or on the text beside it, also toggles it. */
export const RowCheckbox = ({ label, onTick, children, ...rest }: TickProps) => (
  <label className={styles.tick}>
    <input
      type="checkbox"
      aria-label={label}
      {...rest}
      onChange={({ target, nativeEvent }) =>
        onTick(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
    {children}
  </label>
)

interface TickAllProps extends Pick<RowSelection, 'chosen' | 'tickAll'> {
  rows: readonly DeliveryRow[]
  /** The text beside the checkbox. */
  children?: ReactNode
}

/** A checkbox that selects or deselects all loaded rows. */
export const AllRowsCheckbox = ({ rows, chosen, tickAll, children }: TickAllProps) => (
  <RowCheckbox label="Select all loaded" checked={rows.every(({ id }) => chosen.has(id))} onTick={tickAll}>
    {children}
  </RowCheckbox>
)
