import type { ComponentProps, ReactNode } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import styles from '../list/list.module.css'
import type { Selection } from './use-selection.ts'

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  label: string
  /** `isRange`: Shift was held, so a range of rows is meant. */
  onTick: (isTicked: boolean, isRange: boolean) => void
}

/** The checkbox of a row. The area around it and the text beside it can be pressed, too. */
export const Tick = ({ label, onTick, children, ...rest }: TickProps) => (
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

interface TickAllProps extends Pick<Selection, 'chosen' | 'tickAll'> {
  rows: readonly DeliveryRow[]
  /** The text beside the checkbox. */
  children?: ReactNode
}

/** Selects all loaded rows, or none. */
export const TickAll = ({ rows, chosen, tickAll, children }: TickAllProps) => (
  <Tick label="Select all loaded" checked={rows.every(({ id }) => chosen.has(id))} onTick={tickAll}>
    {children}
  </Tick>
)
