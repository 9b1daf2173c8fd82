import { useEffect } from 'react'
import { pageTokenCookies } from '../lib/session/tokens.ts'
import { loadPageCode, loadPageWithData } from './open-page.ts'

/** Returns the link at which the event happened, if the link opens a page of this app in this window. */
function addressOf({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : undefined
  return link?.origin === location.origin && !link.target && !link.hash ? link : undefined
}

async function begin(event: PointerEvent, how: typeof loadPageWithData | typeof loadPageCode) {
  const address = addressOf(event)
  const { access } = address ? await pageTokenCookies.read() : {}
  if (address && access) await how(access, address)
}

function onPointerOver(event: PointerEvent) {
  if (event.pointerType === 'mouse') void begin(event, loadPageCode)
}

/**
 * Reads a page's data only when the main mouse button is pressed, because the server records reading a delivery as a look at it.
 * A user who only hovers over a link may never open it, and a touch may be the start of a scroll.
 */
function onPointerDown(event: PointerEvent) {
  const { pointerType, button, ctrlKey, metaKey, shiftKey, altKey } = event
  const isOpening = pointerType === 'mouse' && button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)
  const isDragged = event.target instanceof Element && event.target.closest('[draggable=true]')
  // If this fails, the page reports the failure when it opens.
  if (isOpening && !isDragged) void begin(event, loadPageWithData).catch(() => undefined)
}

/**
 * Loads the code of the page whose link is under the mouse pointer. When the main mouse button goes down on the link, also reads
 * the page's first data.
 */
export function LinkPreloader() {
  useEffect(() => {
    document.addEventListener('pointerover', onPointerOver)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('pointerover', onPointerOver)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [])
  return null
}
