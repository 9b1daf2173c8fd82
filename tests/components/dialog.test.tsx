import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../../web/ui/button.tsx'
import { ConfirmProvider, useConfirm } from '../../web/ui/confirm.tsx'
import { Dialog } from '../../web/ui/dialog.tsx'

test('a dialog with a form begins in its first field, one without at its first button', async () => {
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
  const [said, setSaid] = useState('')
  const ask = async () => {
    const agreed = await confirm({
      title: 'Delete User',
      text: 'Are you sure you want to delete Ada Byron? This action cannot be undone.',
      confirm: 'Delete',
      danger: true,
    })
    setSaid(agreed ? 'Gone' : 'Kept')
  }
  return (
    <>
      <Button onClick={() => void ask()}>Delete Ada Byron</Button>
      <p>{said}</p>
    </>
  )
}

test('a question is read with its title, begins on the answer that changes nothing, and gives the keyboard back', async () => {
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
