let open: readonly HTMLDialogElement[] = []
let changedAt = 0
const listeners = new Set<() => void>()

function change(next: typeof open) {
  open = next
  changedAt = performance.now()
  for (const listener of listeners) listener()
}

/** The open dialogs, the topmost last. Users, also those of screen readers, cannot reach anything outside the topmost dialog. */
export const dialogStack = {
  add: (dialog: HTMLDialogElement) => change([...open, dialog]),
  remove: (dialog: HTMLDialogElement) => change(open.filter((known) => known !== dialog)),
  topmost: () => open.at(-1),
  /** When a dialog was last opened or closed, on the clock of `performance.now()`. */
  changedAt: () => changedAt,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
