import type { ReactNode } from 'react'
import type { FormApi } from '../lib/forms/use-form.ts'
import { announce } from './announce.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Form } from './form.tsx'
import { useMayLeave } from './use-may-leave.ts'

interface FormDialogProps<V> {
  title: string
  form: FormApi<V>
  /** The text of the submit button, and its text while submitting. */
  submit: string
  busyText: string
  /**
   * The text of the button that closes the dialog without submitting. It is 'Cancel' by default; set another text if cancelling is
   * what the form itself does.
   */
  leave?: string
  size?: 'wide' | undefined
  /** Called when the user closes the dialog. If values are unsaved, the user has agreed to discard them. */
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog. It asks before it discards typed values, and stays open while it is being submitted. */
export function FormDialog<V>({
  title,
  form,
  submit,
  busyText,
  leave = 'Cancel',
  size,
  onClose,
  children,
}: FormDialogProps<V>) {
  const mayLeave = useMayLeave(form)

  async function close() {
    if (form.busy) announce(busyText)
    else if (await mayLeave()) onClose()
  }
  return (
    <Dialog title={title} onClose={() => void close()} size={size} fullOnPhone>
      <Form form={form} label={title}>
        {children}
        <DialogActions>
          <Button onClick={() => void close()}>{leave}</Button>
          <Button type="submit" variant="primary" busy={form.busy} busyText={busyText}>
            {submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
