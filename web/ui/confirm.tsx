import { createContext, type ReactNode, useCallback, useContext, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface Question {
  title: string
  text: string
  /** The text of the button that agrees, such as 'Delete'. */
  confirm: string
  cancel?: string
  danger?: boolean
}

type Ask = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Ask | undefined>(undefined)

/** Shows the questions that components ask with `useConfirm`, one at a time. A new question answers the one before with no. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const textId = useId()
  const settle = useRef<(agreed: boolean) => void>(undefined)

  const answer = (agreed: boolean) => {
    settle.current?.(agreed)
    settle.current = undefined
    setQuestion(undefined)
  }
  const ask = useCallback<Ask>((next) => {
    settle.current?.(false)
    setQuestion(next)
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])

  return (
    <ConfirmContext.Provider value={ask}>
      {children}
      {question && (
        <Dialog title={question.title} question={textId} onClose={() => answer(false)}>
          <p id={textId}>{question.text}</p>
          <DialogActions>
            <Button onClick={() => answer(false)}>{question.cancel ?? 'Cancel'}</Button>
            <Button variant={question.danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
              {question.confirm}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </ConfirmContext.Provider>
  )
}

/** Returns a function that asks the user and resolves to the answer: `await confirm({ title, text, confirm: 'Delete' })`. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext)
  if (!ask) throw new Error('Rendered outside ConfirmProvider')
  return ask
}

/** Returns the question to ask before something is deleted. `what` is the object of its text, such as a patient's name. */
export const deletionQuestion = (title: string, what: string) => ({
  title,
  text: `Are you sure you want to delete ${what}? This action cannot be undone.`,
  confirm: 'Delete',
  danger: true,
})
