import { pageTokenCookies } from '../lib/session/tokens.ts'
import { loadPageCode, loadPageWithData } from './open-page.ts'

/** Returns the link at which the event happened, if the link opens a page of this app in this window. */
function linkOf({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : undefined
  return link?.origin === location.origin && !link.target && !link.hash ? link : undefined
}

function onPointerOver(event: PointerEvent) {
  const link = event.pointerType === 'mouse' ? linkOf(event) : undefined
  if (link) loadPageCode(link.pathname)
}

async function loadWithData(link: HTMLAnchorElement) {
  const { access } = await pageTokenCookies.read()
  if (access) await loadPageWithData(access, link)
}

/**
 * Reads a page's data only when the main mouse button is pressed, because the server records reading a delivery as a look at it.
 * A user who only hovers over a link may never open it, and a touch may be the start of a scroll.
 */
function onPointerDown(event: PointerEvent) {
  const { pointerType, button, ctrlKey, metaKey, shiftKey, altKey } = event
  const isOpening = pointerType === 'mouse' && button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)
  const isDragged = event.target instanceof Element && event.target.closest('[draggable=true]')
  const link = isOpening && !isDragged ? linkOf(event) : undefined
  // If this fails, the page reports the failure when it opens.
  if (link) void loadWithData(link).catch(() => undefined)
}

/**
 * Loads the code of the page whose link is under the mouse pointer. When the main mouse button goes down on the link, also reads
 * the page's first data. Returns a function that ends this.
 */
export function startLinkPreloading() {
  document.addEventListener('pointerover', onPointerOver)
  document.addEventListener('pointerdown', onPointerDown)
  return () => {
    document.removeEventListener('pointerover', onPointerOver)
    document.removeEventListener('pointerdown', onPointerDown)
  }
}
