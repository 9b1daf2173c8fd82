import { useRef, useState } from 'react'

/** Returns a function that copies the text of a read-only field to the clipboard. `said` is the message about the result. */
export function useCopy(text: string) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      // The browser may refuse access to the clipboard. Select the text, so that the user can copy it.
      field.current?.select()
      setSaid('Press Ctrl+C to copy it')
    }
  }
  return { field, said, copy }
}
