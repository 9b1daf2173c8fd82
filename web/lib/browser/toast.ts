import type { ReactElement } from 'react'
import type { toast as library } from 'react-hot-toast/headless'

type Library = typeof library

let shownBy: Library | undefined
/** What was told before the part had loaded that shows it. */
const waiting: ((library: Library) => void)[] = []

function tell(message: (library: Library) => void) {
  if (shownBy) message(shownBy)
  else waiting.push(message)
}

/** Has the library keep the messages from now on, those that wait among them. */
export function showBy(library: Library) {
  shownBy = library
  for (const message of waiting.splice(0)) message(library)
}

/** Milliseconds that a message stays, as the spec says for each area. */
const sessionDurations = { blank: 4000, success: 2000, error: 4000 }
const workDurations = { blank: 4000, success: 3000, error: 5000 }

const toasts = (durations: typeof sessionDurations) => ({
  show: (text: string) => tell((notify) => notify(text, { duration: durations.blank })),
  success: (text: string, duration = durations.success) => tell((notify) => notify.success(text, { duration })),
  error: (text: string) => tell((notify) => notify.error(text, { duration: durations.error })),
  /** With buttons in it. Returns its id. */
  offer(words: ReactElement, duration: number) {
    const id = crypto.randomUUID()
    tell((notify) => notify.success(words, { id, duration }))
    return id
  },
  dismiss: (id: string) => tell((notify) => notify.dismiss(id)),
})

/** Short messages of signing in and out and of administration. */
export const sessionToast = toasts(sessionDurations)

/** Those of deliveries, patients and sign-up. */
export const toast = toasts(workDurations)
