import { type ReactElement, useEffect, useRef } from 'react'
import type { toast as library } from 'react-hot-toast/headless'

type Library = typeof library

let shownBy: Library | undefined
/** Messages that were sent before the toast library had loaded. */
const waiting: ((library: Library) => void)[] = []

function deliver(message: (library: Library) => void) {
  if (shownBy) message(shownBy)
  else waiting.push(message)
}

/** Passes the waiting messages, and all later ones, to the library. */
export function connectToastLibrary(library: Library) {
  shownBy = library
  for (const message of waiting.splice(0)) message(library)
}

/** How long each kind of message stays on the screen, in milliseconds. */
const sessionDurations = { blank: 4000, success: 2000, error: 4000 }
const workDurations = { blank: 4000, success: 3000, error: 5000 }

const toasts = (durations: typeof sessionDurations) => ({
  show: (text: string) => deliver((notify) => notify(text, { duration: durations.blank })),
  success: (text: string, duration = durations.success) => deliver((notify) => notify.success(text, { duration })),
  /** Shows an error. With an `id`, the caller can dismiss the message once the user has done what the message asks for. */
  error: (text: string, id?: string) =>
    deliver((notify) => notify.error(text, { duration: durations.error, ...(id && { id }) })),
  /** Shows a success message that contains buttons. Returns its id. */
  offer(content: ReactElement) {
    const id = crypto.randomUUID()
    deliver((notify) => notify.success(content, { id, duration: durations.success }))
    return id
  },
  dismiss: (id: string) => deliver((notify) => notify.dismiss(id)),
})

/** Messages about the user's session and account, and about administration. */
export const accountAndAdminToast = toasts(sessionDurations)

/** All other messages, such as those about deliveries, patients and sign-up. */
export const toast = toasts(workDurations)

interface FailureToastOptions {
  show?: (text: string) => unknown
  /** If false, a failure shows no message. */
  isEnabled?: boolean
}

/** Shows `text` once for each failure of a query while the calling component is mounted, but not for failures before that. */
export function useFailureToast(
  { errorUpdateCount: failures }: { errorUpdateCount: number },
  text: string,
  { show = accountAndAdminToast.error, isEnabled = true }: FailureToastOptions = {},
) {
  const handled = useRef(failures)
  useEffect(() => {
    if (failures > handled.current && isEnabled) show(text)
    handled.current = failures
  }, [failures, text, show, isEnabled])
}
