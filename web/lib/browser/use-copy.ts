import { useRef, useState } from 'react'

/** Puts the text of a read-only field on the clipboard, and says what became of that. */
export function useCopy(text: string) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      // The browser may not let the page: then the person does it.
      field.current?.select()
      setSaid('Press Ctrl+C to copy it')
    }
  }
  return { field, said, copy }
}
