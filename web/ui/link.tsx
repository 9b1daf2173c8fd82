import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A page of the app, or the whole URL of a page on another host. */
  to: To
  /** The state of the history entry. */
  state?: unknown
}

/** A link to a page of the app. It is used because React Router's own component would add its code for prefetching pages. */
export function Link({ to, state, target, onClick, ...rest }: LinkProps) {
  const isElsewhere = typeof to === 'string' && URL.canParse(to)
  const hrefHere = useHref(isElsewhere ? '' : to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, ...(target && { target }) })
  return (
    <a
      {...rest}
      href={isElsewhere ? to : hrefHere}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented && !isElsewhere) follow(event)
      }}
    />
  )
}
