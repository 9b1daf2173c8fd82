import { isShown } from '../lib/browser/is-shown.ts'

/**
 * Keeps the focus on the page. A browser drops the focus when the focused element is removed, hidden or disabled; this module then
 * moves the focus to the element that took the place of the lost one, or to another element near it.
 */

const stops = 'a[href], button, input, select, textarea, summary, [tabindex]'
const headings = 'h1, h2, h3'

/** The layers over the page. Each has its own Tab order. While a dialog is open, nothing below it can be reached. */
const layers = 'dialog, [popover]'
const layerOf = (element: Element) => element.closest(layers) ?? document.body

const isThere = (element: Element) => element.isConnected && isShown(element) && !element.matches(':disabled')

/** Returns the elements in `root`, and in no layer above it, that can take the focus; by default, Tab stops and headings. */
function placesIn(root: Element, kinds = `${stops}, ${headings}`): HTMLElement[] {
  const found = [...root.querySelectorAll<HTMLElement>(kinds)]
  if (root instanceof HTMLElement && root.matches(kinds)) found.unshift(root)
  return found.filter(
    (place) => isThere(place) && layerOf(place) === layerOf(root) && (place.tabIndex >= 0 || place.matches(headings)),
  )
}

/** The place in the DOM of an element that was removed, hidden or disabled. */
interface Gap {
  taken: Element
  parent: Element
  /** The node that follows this place; null if there is none any more. */
  next: Node | null
}

function gapOf(lost: HTMLElement, records: readonly MutationRecord[]): Gap | undefined {
  if (lost.parentElement?.isConnected) return { taken: lost, parent: lost.parentElement, next: lost.nextSibling }
  for (const { target, removedNodes, nextSibling } of records.toReversed()) {
    const taken = [...removedNodes].find((node) => node.contains(lost))
    if (taken instanceof Element && target instanceof Element && target.isConnected)
      return { taken, parent: target, next: nextSibling?.isConnected ? nextSibling : null }
  }
  return undefined
}

const precedes = (element: Node, other: Node) =>
  Boolean(element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)

/**
 * Returns a text that identifies what a control does, whichever row it is in. The accessible name does not serve, because it also
 * names the row.
 */
const kindOf = (control: HTMLElement) => control.getAttribute('name') ?? control.textContent

/** Returns the control of `row` that does the same as the lost control of another row, or else the first control of `row`. */
const sameIn = (row: Element, lost: HTMLElement) => {
  const places = placesIn(row)
  return places.find((place) => kindOf(place) === kindOf(lost)) ?? places[0]
}

/**
 * Finds the control that gets the focus after a row was removed: the one that does the same in the next row, or else in the
 * previous row.
 */
function inRows({ taken, parent, next }: Gap, lost: HTMLElement) {
  const rows = [...parent.children].filter(
    (row) =>
      row !== taken && row.tagName === taken.tagName && row.className === taken.className && placesIn(row).length > 0,
  )
  const before = next ? rows.filter((row) => precedes(row, next)) : rows
  const row = rows[before.length] ?? before.at(-1)
  return row && sameIn(row, lost)
}

/**
 * Returns a focusable element in the nodes that replaced the removed one: the page title if a page title was removed, otherwise the
 * first element.
 */
function inAdded({ parent, next }: Gap, lost: HTMLElement, records: readonly MutationRecord[]) {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
  const come: HTMLElement[][] = []
  for (let node = next ? next.previousSibling : parent.lastChild; node && added.has(node); node = node.previousSibling)
    if (node instanceof Element) come.unshift(placesIn(node))
  const places = come.flat()
  return (lost.matches('h1') && places.find((place) => place.matches('h1'))) || places[0]
}

/**
 * Returns a focusable element near the gap: the one just before it or just after it, or else the first control of the row or the
 * heading of the block around it.
 */
function around({ parent, next }: Gap) {
  const beside = placesIn(parent)
  if (beside.length > 0) return beside.findLast((place) => !next || precedes(place, next)) ?? beside[0]
  for (let block: Element | null = parent; block; block = block.matches(layers) ? null : block.parentElement) {
    const [place] = placesIn(block, block.matches('tr, li, fieldset') ? stops : headings)
    if (place) return place
  }
  return undefined
}

function successorOf(lost: HTMLElement, records: readonly MutationRecord[]) {
  const gap = gapOf(lost, records)
  return gap && (inAdded(gap, lost, records) ?? inRows(gap, lost) ?? around(gap))
}

/** The element that last had the focus in each layer. */
const held = new Map<Element, HTMLElement>()
/** The element that last had the focus. */
let current: HTMLElement | undefined
/**
 * The page's path when `current` got the focus or was last typed into. It is kept because `location` changes at the start of a
 * navigation, while the page is still the old one.
 */
let address = location.pathname
/**
 * Set while a new page loads. The focus then goes to the page's title as soon as that exists. After Back, `link` is the path that
 * the user has just left, and the focus goes to the link that leads there.
 */
let expected: { link?: string | undefined } | undefined
let isMoving = false

/** Moves the focus to an element. A heading gets `tabindex="-1"`, with which it can be focused without becoming a Tab stop. */
function moveTo(place: HTMLElement) {
  if (place === document.activeElement) return
  if (place.matches(headings)) place.tabIndex = -1
  isMoving = true
  place.focus({ preventScroll: true })
  isMoving = false
}

/** Moves the focus to the first Tab stop of a block, such as a row that was just added, and scrolls it into view. */
export function focusFirstControl(block: Element) {
  const [place] = placesIn(block, stops)
  if (!place) return
  moveTo(place)
  place.scrollIntoView({ block: 'nearest' })
}

function settle() {
  const title = placesIn(document.body, 'h1')[0]
  const link = expected?.link && document.querySelector(`main a[href="${CSS.escape(expected.link)}"]`)
  if (link && isThere(link)) {
    focusFirstControl(link)
    expected = undefined
  } else if (title) {
    moveTo(title)
    if (!expected?.link) expected = undefined
  }
}

/**
 * Returns true if the user has already focused a search field of the new page, or has typed into one while the page was loading.
 */
const typesAlready = () =>
  address === location.pathname && current === document.activeElement && current?.matches('[type=search]')

/**
 * Moves the focus to the title of a new page. After Back, `left` is the path of the page that the user left, and the link to it is
 * focused. The focus stays if the user is already typing.
 */
export function focusNewPage(left?: string) {
  if (typesAlready()) return
  expected = { link: left }
  settle()
}

/**
 * Moves the focus back into the topmost modal dialog or, if none is open, into the page: to the element there that last had it, or
 * else to the title there.
 */
function handOn() {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const place = held.get(dialog ?? document.body) ?? (dialog && placesIn(dialog, headings)[0])
  if (place) moveTo(place)
  else focusNewPage()
}

const holdsPage = (node: Node) =>
  node instanceof Element && (node.matches('main') || node.querySelector('main') !== null)

/** Moves the focus if it was lost or if a new page expects it. `records` list the removed and added nodes. */
function look(records: readonly MutationRecord[]) {
  const active = document.activeElement
  const isLost = current && !isThere(current) && (!active || active === document.body || active === current)
  // The whole page was replaced, so the focus starts at the new page's title.
  if (isLost && records.some(({ removedNodes }) => [...removedNodes].some(holdsPage))) {
    held.delete(document.body)
    return focusNewPage()
  }
  for (const [layer, element] of held) {
    if (isThere(element)) continue
    const successor = layer.isConnected ? successorOf(element, records) : undefined
    if (successor) held.set(layer, successor)
    else held.delete(layer)
    if (isLost && successor && element === current) return moveTo(successor)
  }
  if (expected) settle()
  else if (isLost) handOn()
}

/** Starts to keep the focus on the page. */
export function installFocusKeeper() {
  new MutationObserver(look).observe(document, { childList: true, subtree: true })

  // Elements that are hidden or disabled but stay in the page cause no mutation that the observer sees, so this listener checks them.
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (current?.isConnected && !isThere(current)) look([])
    }),
  )

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    current = target
    address = location.pathname
    held.set(layerOf(target), target)
    if (!isMoving) expected = undefined
  })

  document.addEventListener('input', () => {
    address = location.pathname
  })

  // A click or a key press shows that the user has gone on, so the focus is no longer moved to the new page's title.
  for (const use of ['pointerdown', 'keydown'])
    document.addEventListener(use, () => {
      if (document.activeElement !== document.body) expected = undefined
    })
  // A click on empty space drops the focus on purpose, so the focus is not restored.
  document.addEventListener('click', ({ target }) => {
    if (document.activeElement !== document.body || !(target instanceof Element && target.isConnected)) return
    held.clear()
    current = expected = undefined
  })
}
