import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { closeTopLayer, useBackLayer } from '../lib/navigation/use-back-layer.ts'
import { AnnouncementRegions } from './announcement-regions.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { CloseIcon } from './icons.tsx'
import { dialogStack } from './open-dialogs.ts'

interface DialogProps {
  title: string
  /**
   * Called for Escape, for the close button and, without an `onBack`, for Back. To close the dialog, the parent stops rendering it.
   */
  onClose: () => void
  /** Called for Back, if Back does something other than `onClose`. */
  onBack?: (() => void) | undefined
  size?: 'wide' | undefined
  fullOnPhone?: boolean
  /**
   * The id of the element with the question, if the dialog asks one. The question is announced with the title, and the focus starts
   * on the first button, the harmless answer.
   */
  question?: string
  children: ReactNode
}

const field = ':is(input, select, textarea):not([tabindex="-1"])'

/**
 * Opens the dialog when its component is mounted, and sets the focus. `isShown` is false while this hook itself closes the dialog.
 */
function useModal(question: string | undefined) {
  const ref = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const isShown = useRef(false)

  // React also runs the clean-up when it hides the page around the dialog but keeps its state. The dialog then closes, but not
  // because the user has closed it.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    body.current?.querySelector<HTMLElement>(question ? 'button' : field)?.focus()
    isShown.current = true
    dialogStack.add(dialog)
    return () => {
      isShown.current = false
      dialogStack.remove(dialog)
      dialog.close()
    }
  }, [question])
  return { ref, body, isShown }
}

/**
 * A modal dialog, open as long as it is rendered. The focus starts in the first field, or on the first button of a question. The
 * browser keeps the focus inside, and returns it afterwards.
 */
export function Dialog({ title, onClose, onBack = onClose, size, fullOnPhone, question, children }: DialogProps) {
  const { ref, body, isShown } = useModal(question)
  const isEscape = useRef(false)
  const titleId = useId()
  useBackLayer(onBack)

  // On phones, Back asks the topmost dialog to close before the history changes. Such a request is handled like Back. Only Escape
  // calls `onClose`.
  function requestClose() {
    if (isEscape.current) onClose()
    else closeTopLayer()
    isEscape.current = false
  }

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
        // A file chooser inside the dialog fires the same event when it is cancelled.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        requestClose()
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || !isShown.current || currentTarget.open) return
        // The browser closes the dialog at a second Escape even if the first was prevented. The dialog is then opened again, and
        // the parent decides whether it closes.
        currentTarget.showModal()
        requestClose()
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
      <AnnouncementRegions />
    </dialog>
  )
}

interface DialogActionsProps {
  /** Puts the buttons one below another, so that the first is not where a button of the previous step was. */
  stacked?: boolean
  children: ReactNode
}

/** The buttons at the foot of a dialog. The main button is last, or first if they are stacked. */
export function DialogActions({ stacked = false, children }: DialogActionsProps) {
  return <div className={classNames(styles.actions, stacked && styles.stacked)}>{children}</div>
}
