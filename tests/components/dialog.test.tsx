import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { useForm } from '../../web/lib/forms/use-form.ts'
import { installBackLayers, useBackLayer } from '../../web/lib/navigation/use-back-layer.ts'
import { Button } from '../../web/ui/button.tsx'
import { ConfirmProvider, useConfirm } from '../../web/ui/confirm.tsx'
import { Dialog } from '../../web/ui/dialog.tsx'
import { Field } from '../../web/ui/form.tsx'
import { FormDialog } from '../../web/ui/form-dialog.tsx'

test('a dialog with a form focuses its first field, and one without its first button', async () => {
  const screen = await render(
    <Dialog title="Edit" onClose={() => undefined}>
      <p>Before it</p>
      <input type="file" className="unseen" tabIndex={-1} />
      <input aria-label="Name" />
    </Dialog>,
  )
  await expect.element(screen.getByLabelText('Name')).toHaveFocus()
  await screen.rerender(
    <Dialog key="read" title="Status History" onClose={() => undefined}>
      <p>Nothing yet</p>
    </Dialog>,
  )
  await expect.element(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
})

function Delete() {
  const confirm = useConfirm()
  const [answer, setAnswer] = useState('')
  const ask = async () => {
    const agreed = await confirm({
      title: 'Delete User',
      text: 'Are you sure you want to delete Ada Byron? This action cannot be undone.',
      confirm: 'Delete',
      danger: true,
    })
    setAnswer(agreed ? 'Gone' : 'Kept')
  }
  return (
    <>
      <Button onClick={() => void ask()}>Delete Ada Byron</Button>
      <p>{answer}</p>
    </>
  )
}

test('a confirmation is read with its title, focuses the safe answer and returns focus when closed', async () => {
  const screen = await render(
    <ConfirmProvider>
      <Delete />
    </ConfirmProvider>,
  )
  await screen.getByText('Delete Ada Byron').click()
  const question = screen.getByRole('alertdialog', { name: 'Delete User' })
  await expect
    .element(question)
    .toHaveAccessibleDescription('Are you sure you want to delete Ada Byron? This action cannot be undone.')
  await expect.element(screen.getByText('Cancel')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Kept')).toBeVisible()
  await expect.element(screen.getByText('Delete Ada Byron')).toHaveFocus()
  await userEvent.keyboard('{Enter}{Tab}{Enter}')
  await expect.element(screen.getByText('Gone')).toBeVisible()
})

installBackLayers()

/** Each test starts on the second of two history entries. From a page with nothing open over it, Back leads to the first. */
beforeEach(() => {
  history.replaceState({ page: 0 }, '')
  history.pushState({ page: 1 }, '')
})
const pageNow = () => history.state?.page

const goBack = () => history.back()

function Reading() {
  const [isOpen, setIsOpen] = useState(false)
  const [hasCamera, setHasCamera] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && (
        <Dialog title="Scan" onClose={() => setIsOpen(false)}>
          <Button onClick={() => setHasCamera(true)}>Camera</Button>
          {hasCamera && <Camera onClose={() => setHasCamera(false)} />}
        </Dialog>
      )}
    </>
  )
}

function Camera({ onClose }: { onClose: () => void }) {
  useBackLayer(onClose)
  return <p>Live</p>
}

test('Back closes the topmost layer, a phone’s close request the dialog, and Escape the dialog', async () => {
  const screen = await render(<Reading />)
  const address = location.href
  const dialog = screen.getByRole('dialog', { name: 'Scan' })
  for (const back of [goBack, () => dialog.element().dispatchEvent(new Event('cancel', { cancelable: true }))]) {
    await screen.getByText('Open').click()
    await screen.getByText('Camera').click()
    await expect.element(screen.getByText('Live')).toBeVisible()
    back()
    await expect.element(screen.getByText('Live')).not.toBeInTheDocument()
    back()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(location.href).toBe(address)
  }
  await screen.getByText('Open').click()
  await screen.getByText('Camera').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  goBack()
  await expect.poll(pageNow).toBe(0)
})

test('a page opened while a dialog closes stays, and Back leaves each page once', async () => {
  const screen = await render(<Reading />)
  await screen.getByText('Open').click()
  await userEvent.keyboard('{Escape}')
  history.pushState({ page: 2 }, '')
  goBack()
  await expect.poll(pageNow).toBe(1)
  await screen.getByText('Open').click()
  await userEvent.keyboard('{Escape}')
  goBack()
  await expect.poll(pageNow).toBe(0)
  history.forward()
  await expect.poll(pageNow).toBe(1)
})

function Typing() {
  const [isOpen, setIsOpen] = useState(true)
  const form = useForm(z.object({ name: z.string() }), { initial: { name: '' }, onSubmit: async () => undefined })
  return isOpen ? (
    <FormDialog title="Edit" form={form} submit="Save" busyText="Saving..." onClose={() => setIsOpen(false)}>
      <Field form={form} name="name" label="Name" />
    </FormDialog>
  ) : (
    <p>Closed</p>
  )
}

test('Back from a half-filled form asks first, Back from the question stays, and the page never leaves', async () => {
  const screen = await render(
    <MemoryRouter>
      <ConfirmProvider>
        <Typing />
      </ConfirmProvider>
    </MemoryRouter>,
  )
  const question = screen.getByRole('alertdialog', { name: 'Unsaved changes' })
  await screen.getByLabelText('Name').fill('Half')
  goBack()
  await expect.element(question).toBeVisible()
  goBack()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Half')
  // If a dialog is asked to close twice without a user's action in between, the browser closes it automatically. The call of `close`
  // below does the same, and the form must stay even then.
  screen
    .getByRole('dialog')
    .element()
    .dispatchEvent(new Event('cancel', { cancelable: true }))
  await screen.getByText('Stay').click()
  const dialog = screen.getByRole('dialog').element()
  if (dialog instanceof HTMLDialogElement) dialog.close()
  await screen.getByText('Stay').click()
  await expect.element(screen.getByLabelText('Name')).toBeVisible()
  goBack()
  await screen.getByText('Leave').click()
  await expect.element(screen.getByText('Closed')).toBeVisible()
  expect(pageNow()).toBe(1)
})
