import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import {
  type CompletionDraft,
  type completionDraftStore,
  isSigned,
} from '../deliveries/unsent/completion-draft-store.ts'
import { rereadUnsentWork } from '../deliveries/unsent/unsent.tsx'

const enteredNames = ['values', 'strokes', 'signedAt', 'photo', 'isConfirming', 'left', 'settled'] as const

const typingPauseMs = 300

interface StoredDraftOptions {
  opened: CompletionDraft
  drafts: ReturnType<typeof completionDraftStore>
  entered: Pick<CompletionDraft, (typeof enteredNames)[number]>
  /** Whether the user has entered anything that is worth storing. */
  isEntered: boolean
}

/**
 * Stores the values entered at the door as a draft in this browser, so that no one has to sign twice after a reload. Until there is
 * a signature, typed values are stored after a pause; from then on, every change is stored at once, as a photo always is.
 */
export function useDraftKeeper({ opened, drafts, entered, isEntered }: StoredDraftOptions) {
  const [draft, setDraft] = useState<CompletionDraft>({ ...opened, isOpen: true })
  if (enteredNames.some((name) => draft[name] !== entered[name])) setDraft({ ...draft, ...entered })
  const typed = useDebounced(draft, typingPauseMs)
  const isAtOnce = draft.strokes !== typed.strokes || draft.photo !== typed.photo || draft.settled !== typed.settled
  const settled = isAtOnce || isSigned(draft) ? draft : typed

  const isOver = useRef(false)
  useEffect(() => {
    if (isEntered && !isOver.current) void drafts.keep(settled)
  }, [settled, isEntered, drafts])

  async function close(last: Promise<void>) {
    isOver.current = true
    await last
    await rereadUnsentWork()
  }
  return {
    /** Keeps the entered values for later and stops storing, or deletes the draft if nothing was entered. */
    leave: () => close(isEntered ? drafts.keep({ ...draft, isOpen: false }) : drafts.drop(draft)),
    giveUp: () => close(drafts.drop(draft)),
  }
}
