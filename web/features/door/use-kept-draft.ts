import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '../../lib/browser/use-debounced.ts'
import { type CompletionDraft, type completionDrafts, isSigned } from '../deliveries/unsent/completion-drafts.ts'
import { rereadUnsent } from '../deliveries/unsent/unsent.tsx'

type Entered = Pick<CompletionDraft, 'values' | 'strokes' | 'signedAt' | 'photo' | 'isConfirming'>

const typingPauseMs = 300

interface KeptDraftOptions {
  opened: CompletionDraft
  drafts: ReturnType<typeof completionDrafts>
  entered: Entered
  /** There is something to keep. */
  isEntered: boolean
}

/** Keeps what is entered in this browser until it is given up. Only what is typed waits for a pause: nobody signs twice. */
export function useKeptDraft({ opened, drafts, entered, isEntered }: KeptDraftOptions) {
  const [draft, setDraft] = useState<CompletionDraft>({ ...opened, isOpen: true })
  const names = ['values', 'strokes', 'signedAt', 'photo', 'isConfirming'] as const
  if (names.some((name) => draft[name] !== entered[name])) setDraft({ ...draft, ...entered })
  const typed = useDebounced(draft, typingPauseMs)
  const isAtOnce = draft.strokes !== typed.strokes || draft.photo !== typed.photo
  const settled = isAtOnce || isSigned(draft) ? draft : typed

  const isOver = useRef(false)
  useEffect(() => {
    if (isEntered && !isOver.current) void drafts.keep(settled)
  }, [settled, isEntered, drafts])

  async function close(last: Promise<void>) {
    isOver.current = true
    await last
    await rereadUnsent()
  }
  return {
    /** Leaves what was entered for later. */
    leave: () => close(isEntered ? drafts.keep({ ...draft, isOpen: false }) : drafts.drop()),
    giveUp: () => close(drafts.drop()),
  }
}
