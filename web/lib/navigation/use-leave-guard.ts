import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { leaveByBack, useBackLayer } from './use-back-layer.ts'

/** Returns the clicked link if the click would replace this page with another page of this app, otherwise undefined. */
function leavingTo(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target === '_blank') return undefined
  const isElsewhere = link.pathname !== location.pathname || link.search !== location.search
  return link.origin === location.origin && isElsewhere ? link : undefined
}

/**
 * Asks before the user leaves unsaved work: by closing the tab (the browser's own question), by a link, or by Back. A screen that
 * calls `navigate` itself decides whether to ask.
 */
export function useLeaveGuard(hasUnsavedWork: boolean, ask: () => Promise<boolean>) {
  const navigate = useNavigate()
  const askThen = useEffectEvent(async (leave: () => unknown) => {
    if (await ask()) leave()
  })
  // Below all other layers: while a dialog is open over the work, Back closes the dialog.
  useBackLayer(() => void ask().then((mayLeave) => mayLeave && leaveByBack()), hasUnsavedWork, 'bottom')

  useEffect(() => {
    if (!hasUnsavedWork) return
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const click = (event: MouseEvent) => {
      const link = leavingTo(event)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      void askThen(() => navigate(link.pathname + link.search + link.hash))
    }
    addEventListener('beforeunload', beforeUnload)
    document.addEventListener('click', click, true)
    return () => {
      removeEventListener('beforeunload', beforeUnload)
      document.removeEventListener('click', click, true)
    }
  }, [hasUnsavedWork, navigate])
}
