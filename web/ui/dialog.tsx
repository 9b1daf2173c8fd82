import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { closeTopLayer, hasLayers, useBackLayer } from '../lib/navigation/use-back-layer.ts'
import { Announcer } from './announcer.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { CloseIcon } from './icons.tsx'
import { openDialogs } from './open-dialogs.ts'

interface DialogProps {
  title: string
  /** Escape and the cross ask for it; whoever renders the dialog takes it away. */
  onClose: () => void
  /** Back asks for it, where that is something else. */
  onBack?: (() => void) | undefined
  size?: 'wide' | undefined
  fullOnPhone?: boolean
  /** The id of its question, which is announced with the title. The focus then starts on the harmless answer. */
  question?: string
  children: ReactNode
}

const field = ':is(input, select, textarea):not([tabindex="-1"])'

/** Open as long as it is rendered. The focus starts in the first field. The browser keeps it inside and returns it afterwards. */
export function Dialog({ title, onClose, onBack = onClose, size, fullOnPhone, question, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const isShown = useRef(false)
  const isEscape = useRef(false)
  const titleId = useId()
  // The question whether to leave is asked while the history moves: it has no entry of its own.
  const [isLayer] = useState(() => !question || hasLayers())
  useBackLayer(onBack, isLayer)

  // Phones take their own Back for a wish to close the dialog on top, before the history hears of it.
  function asked() {
    if (isEscape.current || !isLayer) onClose()
    else closeTopLayer()
    isEscape.current = false
  }

  // It also closes while the page around it is kept hidden, which is not the user's doing.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    body.current?.querySelector<HTMLElement>(question ? 'button' : field)?.focus()
    isShown.current = true
    openDialogs.add(dialog)
    return () => {
      isShown.current = false
      openDialogs.remove(dialog)
      dialog.close()
    }
  }, [question])

  return (
    <dialog
      ref={ref}
      role={question && 'alertdialog'}
      aria-labelledby={titleId}
      aria-describedby={question}
      className={classNames(styles.dialog, size && styles[size], fullOnPhone && styles.fullOnPhone)}
      onKeyDown={({ key }) => {
        isEscape.current = key === 'Escape'
      }}
      onCancel={(event) => {
        // A file chooser inside of it cancels with the same event.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        asked()
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || !isShown.current || currentTarget.open) return
        // A second Escape closes it whatever the first one was told.
        currentTarget.showModal()
        asked()
      }}
    >
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <Button variant="quiet" size="small" aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </Button>
      </header>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      <Announcer />
    </dialog>
  )
}

interface DialogActionsProps {
  /** Below each other, so that the first does not lie where the button of another step lay. */
  stacked?: boolean
  children: ReactNode
}

/** The buttons at a dialog's foot, the one that matters last, or first where they are stacked. */
export function DialogActions({ stacked = false, children }: DialogActionsProps) {
  return <div className={classNames(styles.actions, stacked && styles.stacked)}>{children}</div>
}
