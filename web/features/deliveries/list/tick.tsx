import type { ComponentProps } from 'react'
import styles from './list.module.css'

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  label: string
  /** With Shift, a range is meant. */
  onTick: (isTicked: boolean, isRange: boolean) => void
}

/** A box that chooses a row; the area around it belongs to it. */
export const Tick = ({ label, onTick, ...rest }: TickProps) => (
  <label className={styles.tick}>
    <input
      type="checkbox"
      aria-label={label}
      {...rest}
      onChange={({ target, nativeEvent }) =>
        onTick(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  </label>
)
