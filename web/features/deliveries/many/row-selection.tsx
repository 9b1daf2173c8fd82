import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import styles from '../list/list.module.css'
import { type RowSelection, useIsChosen } from './selection.ts'

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  label: string
  /** `isRange` is true if the user held Shift, in order to change all rows from the one that was clicked last to this one. */
  onTick: (isTicked: boolean, isRange: boolean) => void
}

/** A click on the area around the checkbox, or on the text beside it, also toggles it. */
const Checkbox = ({ label, onTick, children, ...rest }: TickProps) => (
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

interface RowCheckboxProps {
  selection: RowSelection
  row: DeliveryRow
  /** The name of the row. */
  name: string
}

/** The checkbox that selects a row. */
export const RowCheckbox = ({ selection, row, name }: RowCheckboxProps) => (
  <Checkbox
    label={`Select ${name}`}
    data-key="x"
    checked={useIsChosen(selection, [row])}
    onTick={(_, isRange) => selection.tick(row, isRange)}
  />
)

/** A checkbox that selects or deselects all loaded rows. `children` is the text beside it. */
export const AllRowsCheckbox = ({ selection, children }: { selection: RowSelection; children?: ReactNode }) => (
  <Checkbox
    label="Select all loaded"
    checked={useSyncExternalStore(selection.subscribe, selection.isEveryRowChosen)}
    onTick={selection.tickAll}
  >
    {children}
  </Checkbox>
)
