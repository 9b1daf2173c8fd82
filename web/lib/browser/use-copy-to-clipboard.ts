import { useRef, useState } from 'react'

/** Returns `copy`, which copies `text` to the clipboard, `field`, a ref for the field with the text, and `status`, the outcome. */
export function useCopyToClipboard(text: string) {
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setStatus('Copied')
    } catch {
      // The browser may refuse access to the clipboard. Select the text, so that the user can copy it.
      field.current?.select()
      setStatus('Press Ctrl+C to copy it')
    }
  }
  return { field, status, copy }
}
