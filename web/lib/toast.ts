import type { ReactElement } from 'react'
import { toast as notify } from 'react-hot-toast/headless'

/** Milliseconds that a message stays, as the spec says for each area. */
const sessionDurations = { blank: 4000, success: 2000, error: 4000 }
const workDurations = { blank: 4000, success: 3000, error: 5000 }

const toasts = (durations: typeof sessionDurations) => ({
  show: (text: string) => notify(text, { duration: durations.blank }),
  success: (text: string, duration = durations.success) => notify.success(text, { duration }),
  error: (text: string) => notify.error(text, { duration: durations.error }),
  /** With buttons in it. Returns its id. */
  offer: (words: ReactElement, duration: number) => notify.success(words, { duration }),
  dismiss: (id: string) => notify.dismiss(id),
})

/** Short messages of signing in and out and of administration. */
export const sessionToast = toasts(sessionDurations)

/** Those of deliveries, patients and sign-up. */
export const toast = toasts(workDurations)
