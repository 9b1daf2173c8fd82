const everyMs = 30_000
/** How long what changed is marked. */
const markedMs = 3_000
/** What a poll has read is on the screen so soon. */
const shownWithinMs = 500

/** What has the same version is the same. */
export interface Versioned {
  id: string
  version: number | string
}

export interface LiveReading {
  /** What is shown; undefined until it has come. */
  rows: readonly Versioned[] | undefined
  /** What they are rows of: the rows of another list are not news. */
  of: string
  /** Whether more rows follow, which nobody has asked for yet. */
  isCut?: boolean
  /** Reads it again without anybody asking. */
  read: () => unknown
  /** Hears how many changes a poll has brought. */
  tell: (count: number) => unknown
}

export interface Following {
  /** Compares what is shown now with what was shown before. */
  look: () => void
  end: () => void
}

interface Shown {
  of: string
  isCut: boolean
  versions: ReadonlyMap<string, Versioned['version']>
}

/** What is new or changed since `before`. Rows behind the last one of a list that was cut have only been loaded. */
function newsOf(rows: readonly Versioned[], before: Shown): Versioned[] {
  const end = before.isCut ? rows.findLastIndex(({ id }) => before.versions.has(id)) : rows.length
  return rows.filter(({ id, version }, i) => i <= end && before.versions.get(id) !== version)
}

/** Polls what a screen shows, and says for a while which of it has changed. `newest` is how the screen reads at the moment. */
export function follow(newest: () => LiveReading, mark: (ids: ReadonlySet<string>) => void): Following {
  let shown: Shown | undefined
  /** Polls whose news may still come. */
  let polls = 0
  /** What is marked, by the timer that ends it: a second answer does not take away the marks of the first. */
  const marks = new Map<ReturnType<typeof setTimeout>, string[]>()

  const markAll = () => mark(new Set([...marks.values()].flat()))
  function look() {
    const { rows, of, isCut = false, tell } = newest()
    if (!rows) return
    const news = shown?.of === of ? newsOf(rows, shown) : []
    shown = { of, isCut, versions: new Map(rows.map(({ id, version }) => [id, version])) }
    // What somebody changes here is said where it was changed: only a poll brings what others did.
    if (news.length === 0 || polls === 0) return
    const unmarking = setTimeout(() => {
      marks.delete(unmarking)
      markAll()
    }, markedMs)
    marks.set(
      unmarking,
      news.map(({ id }) => id),
    )
    markAll()
    tell(news.length)
  }
  async function poll() {
    if (!mayRead()) return
    polls += 1
    try {
      await newest().read()
    } finally {
      setTimeout(() => {
        polls -= 1
      }, shownWithinMs)
    }
  }
  look()
  const timer = setInterval(() => void poll(), everyMs)
  const stopListening = onReturn(() => void poll())
  return {
    look,
    end() {
      clearInterval(timer)
      for (const unmarking of marks.keys()) clearTimeout(unmarking)
      stopListening()
    },
  }
}

/** A window that nobody has touched for so long is not looked at. */
const restMs = 5 * 60_000

let usedAt = performance.now()
let isDragging = false
const listeners = new Set<() => void>()

const isResting = () => performance.now() - usedAt > restMs

function use(isReturn = isResting()) {
  usedAt = performance.now()
  if (isReturn) for (const listener of listeners) listener()
}

/** Also ends a drag: none of these is told while something is dragged, nor is the end of what has lost its place meanwhile. */
function useByHand() {
  isDragging = false
  use()
}
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  addEventListener(event, useByHand, { capture: true, passive: true })
addEventListener('dragstart', () => {
  isDragging = true
})
addEventListener('dragend', useByHand)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') use(true)
})

/** Something is being chosen, pressed, moved or filled in: what lies below stays as it is. */
const isBusy = () =>
  isDragging ||
  document.querySelector('dialog[open], [aria-expanded=true], :active:is(button, input, select, tr, li)') !== null

/** Whether this window is in sight and was used in the last five minutes, and a reading now would disturb nothing. */
export const mayRead = () => document.visibilityState === 'visible' && !isResting() && !isBusy()

/** Calls `listener` when somebody comes back to a window that was at rest or out of sight. */
export function onReturn(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
