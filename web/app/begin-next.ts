import { useEffect } from 'react'
import { tokens } from '../lib/session/tokens.ts'
import { beginPage, loadNext } from './open-page.ts'

/** The address of the page that a link leads to, in this window. */
function addressOf({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : undefined
  return link?.origin === location.origin && !link.target && !link.hash ? link : undefined
}

async function begin(event: PointerEvent, how: typeof beginPage | typeof loadNext) {
  const address = addressOf(event)
  const { access } = address ? await tokens.read() : {}
  if (address && access) await how(access, address)
}

function onPointerOver(event: PointerEvent) {
  if (event.pointerType === 'mouse') void begin(event, loadNext)
}

/** Reading a delivery is recorded as a look at it. A pointer that rests on a link is no look yet, and a finger may be about to scroll. */
function onPointerDown(event: PointerEvent) {
  const { pointerType, button, ctrlKey, metaKey, shiftKey, altKey } = event
  const isOpening = pointerType === 'mouse' && button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)
  const isDragged = event.target instanceof Element && event.target.closest('[draggable=true]')
  // A failure shows when the page does.
  if (isOpening && !isDragged) void begin(event, beginPage).catch(() => undefined)
}

/** Loads the page of the link under the pointer. When the mouse button goes down on the link, it also reads what the page shows first. */
export function BeginNext() {
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
