import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AnnouncementRegions } from '../../web/ui/announcement-regions.tsx'
import { Button } from '../../web/ui/button.tsx'
import { GuardedButton } from '../../web/ui/guarded-button.tsx'
import { Tooltip } from '../../web/ui/tooltip.tsx'

function Saving({ onSave }: { onSave: () => void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      busy={busy}
      busyText="Saving..."
      onClick={() => {
        onSave()
        setBusy(true)
      }}
    >
      Save
    </Button>
  )
}

test('a busy button says what it is doing, keeps focus and ignores a second press', async () => {
  const onSave = vi.fn()
  const screen = await render(<Saving onSave={onSave} />)
  await screen.getByText('Save').click()
  const button = screen.getByRole('button', { name: 'Saving...' })
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter} ')
  expect(onSave).toHaveBeenCalledOnce()
})

test('a busy submit button does not submit the form', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const screen = await render(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  )
  await screen.getByLabelText('Name').click()
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a disabled button gives its reason as description and, when pressed, as visible and announced text', async () => {
  const onDelete = vi.fn()
  const guarded = (whyNot: string | undefined) => (
    <>
      <GuardedButton whyNot={whyNot} onClick={onDelete}>
        Delete
      </GuardedButton>
      <AnnouncementRegions />
    </>
  )
  const screen = await render(guarded('It is delivered'), { container: document.body })
  const button = screen.getByRole('button', { name: 'Delete', exact: true })
  await expect.element(button).toHaveAccessibleDescription('It is delivered')
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onDelete).not.toHaveBeenCalled()
  await expect.poll(() => document.querySelector('[aria-live=assertive]')?.textContent).toBe('It is delivered')
  await expect
    .poll(() => button.element().parentElement?.querySelector('[aria-hidden]')?.textContent)
    .toBe('It is delivered')

  await screen.rerender(guarded(undefined))
  await userEvent.keyboard('{Enter}')
  expect(onDelete).toHaveBeenCalledOnce()
})

test('a tooltip opens on hover and on focus, stays in the window, and Escape closes it', async () => {
  const screen = await render(
    <div style={{ display: 'flex', justifyContent: 'end' }}>
      <Tooltip text="Print the package slip of this delivery">
        <Button aria-label="Print: Ada">P</Button>
      </Tooltip>
    </div>,
  )
  const tip = screen.getByText('Print the package slip of this delivery')
  await expect.element(tip).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(tip).toBeVisible()
  const { left, right } = tip.element().getBoundingClientRect()
  expect([left > 0, right < innerWidth]).toEqual([true, true])
  await userEvent.keyboard('{Escape}')
  await expect.element(tip).not.toBeInTheDocument()
  await userEvent.hover(screen.getByText('P', { exact: true }))
  await userEvent.hover(tip)
  await expect.element(tip).toBeVisible()
  await userEvent.unhover(tip)
  await expect.element(tip).not.toBeInTheDocument()
})
