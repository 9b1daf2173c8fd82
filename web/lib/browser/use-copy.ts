import { useRef, useState } from 'react'

/** Copies the text of a read-only field to the clipboard. `said` is the message about the result. */
export function useCopy(text: string) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      // The browser may refuse clipboard access. The text is then selected, so that the user can copy it.
      field.current?.select()
      setSaid('Press Ctrl+C to copy it')
    }
  }
  return { field, said, copy }
}
