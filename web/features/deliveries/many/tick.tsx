import type { ComponentProps, ReactNode } from 'react'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import styles from '../list/list.module.css'
import type { Selection } from './use-selection.ts'

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  label: string
  /** With Shift, a range is meant. */
  onTick: (isTicked: boolean, isRange: boolean) => void
}

/** A box that chooses a row; the area around it, and words beside it, belong to it. */
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
  /** Beside the box. */
  children?: ReactNode
}

/** A box that chooses every row that is loaded, or none. */
export const TickAll = ({ rows, chosen, tickAll, children }: TickAllProps) => (
  <Tick label="Select all loaded" checked={rows.every(({ id }) => chosen.has(id))} onTick={tickAll}>
    {children}
  </Tick>
)
