import { type ComponentProps, useId } from 'react'
import { announce } from './announce.ts'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface GuardedButtonProps extends ComponentProps<typeof Button> {
  /** The reason why the button cannot be used now; undefined if it can. */
  whyNot: string | undefined
}

/** A button that cannot always be used. While it cannot, it stays in the Tab order, and explains why when it is pressed. */
export function GuardedButton({ whyNot, className, onClick, ...rest }: GuardedButtonProps) {
  const id = useId()
  return (
    <Tooltip text={whyNot} className={className}>
      <Button
        {...rest}
        aria-disabled={whyNot !== undefined || undefined}
        aria-describedby={whyNot && id}
        onClick={(event) => {
          if (whyNot === undefined) return onClick?.(event)
          event.preventDefault()
          announce(whyNot, 'assertive')
        }}
      />
      {whyNot && (
        <span id={id} hidden>
          {whyNot}
        </span>
      )}
    </Tooltip>
  )
}
