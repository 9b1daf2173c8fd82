import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { addHistoryGate, historyIndex } from './history-gate.ts'

/** Returns the clicked link if the click would replace this page with another page of this app, otherwise undefined. */
function leavingTo(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target === '_blank') return undefined
  const isElsewhere = link.pathname !== location.pathname || link.search !== location.search
  return link.origin === location.origin && isElsewhere ? link : undefined
}

/**
 * Asks before the user leaves unsaved work: by closing the tab (the browser's own question), by a link, or by Back and Forward. A
 * screen that calls `navigate` itself decides whether to ask.
 */
export function useLeaveGuard(hasUnsavedWork: boolean, ask: () => Promise<boolean>) {
  const navigate = useNavigate()
  const asking = useRef(ask)
  useEffect(() => {
    asking.current = ask
  })

  useEffect(() => {
    if (!hasUnsavedWork) return
    const here = historyIndex(history.state)
    let passing = false
    let returning = false

    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const click = (event: MouseEvent) => {
      const link = leavingTo(event)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      void asking.current().then((mayLeave) => {
        if (mayLeave) void navigate(link.pathname + link.search + link.hash)
      })
    }
    // The browser has already moved in the history. Undo this move, and repeat it if the user agrees to leave.
    const pop = (event: PopStateEvent) => {
      if (passing) return
      event.stopImmediatePropagation()
      if (returning) {
        returning = false
        return
      }
      const there = historyIndex(event.state)
      const steps = here !== undefined && there !== undefined ? there - here : -1
      returning = true
      history.go(-steps)
      void asking.current().then((mayLeave) => {
        if (!mayLeave) return
        passing = true
        history.go(steps)
      })
    }

    addEventListener('beforeunload', beforeUnload)
    document.addEventListener('click', click, true)
    const stopWatching = addHistoryGate(pop)
    return () => {
      removeEventListener('beforeunload', beforeUnload)
      document.removeEventListener('click', click, true)
      stopWatching()
    }
  }, [hasUnsavedWork, navigate])
}
