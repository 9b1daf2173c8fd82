import type { ReactElement, ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useLiveChangedIds } from '../../web/lib/api/use-live-changed-ids.ts'
import { installUserReturn } from '../../web/lib/browser/user-return.ts'
import { Button } from '../../web/ui/button.tsx'
import { Dialog } from '../../web/ui/dialog.tsx'
import { Menu } from '../../web/ui/menu.tsx'

installUserReturn()

interface ListProps {
  /** The ids of the rows that the list shows, each with its version. */
  rows: Record<string, number>
  of?: string
  isCut?: boolean
  children?: ReactNode
}

const read = vi.fn<() => unknown>()
const onChange = vi.fn<(count: number) => void>()

beforeEach(() => {
  read.mockReset()
  onChange.mockReset()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function List({ rows, of = 'today', isCut = false, children }: ListProps) {
  const shown = Object.entries(rows).map(([id, version]) => ({ id, version }))
  const changed = useLiveChangedIds({ rows: shown, of, isCut, read, onChange })
  return (
    <>
      <ul>
        {shown.map(({ id }) => (
          <li key={id} draggable className={changed.has(id) ? 'marked' : ''}>
            {id}
          </li>
        ))}
      </ul>
      {children}
    </>
  )
}

async function show(list: ReactElement) {
  const screen = await render(list)
  // Wait for the timer of the polling, which starts when the page is idle.
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  return screen
}

const marked = () => [...document.querySelectorAll('.marked')].map(({ textContent }) => textContent)
const halfAMinute = () => vi.advanceTimersByTimeAsync(30_000)

test('changes from a poll are announced and highlighted for three seconds', async () => {
  const screen = await show(<List rows={{ Ada: 1, Ben: 1 }} />)
  await halfAMinute()
  expect(read).toHaveBeenCalledOnce()
  await screen.rerender(<List rows={{ Ada: 1, Ben: 2, Cleo: 1 }} />)
  await expect.poll(marked).toEqual(['Ben', 'Cleo'])
  expect(onChange).toHaveBeenCalledExactlyOnceWith(2)
  await vi.advanceTimersByTimeAsync(3_000)
  await expect.poll(marked).toEqual([])
})

test('the next poll does not remove highlights of the previous one', async () => {
  // The poll lasts 1.5 seconds, so that the list can change twice while it runs.
  read.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 1_500)))
  const screen = await show(<List rows={{ Ada: 1, Ben: 1 }} />)
  await halfAMinute()
  await screen.rerender(<List rows={{ Ada: 2, Ben: 1 }} />)
  await vi.advanceTimersByTimeAsync(1_000)
  await screen.rerender(<List rows={{ Ada: 2, Ben: 2 }} />)
  await expect.poll(marked).toEqual(['Ada', 'Ben'])
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.poll(marked).toEqual(['Ben'])
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(marked).toEqual([])
})

test('a user’s own changes are neither highlighted nor announced, now or at the next poll', async () => {
  const screen = await show(<List rows={{ Ada: 1, Ben: 1 }} />)
  await screen.rerender(<List rows={{ Ada: 2, Ben: 1 }} />)
  expect(marked()).toEqual([])
  await halfAMinute()
  await screen.rerender(<List rows={{ Ada: 2, Ben: 2 }} />)
  await expect.poll(marked).toEqual(['Ben'])
  expect(onChange).toHaveBeenCalledExactlyOnceWith(1)
})

test('changes of filters and loading more rows are not announced', async () => {
  const screen = await show(<List rows={{ Ada: 1 }} isCut />)
  await screen.rerender(<List rows={{ Ada: 1, Ben: 1 }} />)
  expect(marked()).toEqual([])
  await screen.rerender(<List rows={{ Cleo: 1 }} of="tomorrow" />)
  expect(marked()).toEqual([])
  await halfAMinute()
  await screen.rerender(<List rows={{ Cleo: 2 }} of="tomorrow" />)
  await expect.poll(marked).toEqual(['Cleo'])
})

test('no poll runs while the user drags, chooses or types', async () => {
  const menu = (
    <Menu label="Assign to…">
      <Button>Miguel Santos</Button>
    </Menu>
  )
  const dialog = (
    <Dialog title="Reschedule" onClose={() => undefined}>
      <input aria-label="Delivery Date" />
    </Dialog>
  )
  const screen = await show(<List rows={{ Ada: 1 }}>{menu}</List>)
  const row = screen.getByText('Ada').element()
  row.dispatchEvent(new DragEvent('dragstart', { bubbles: true }))
  await halfAMinute()
  expect(read).not.toHaveBeenCalled()
  row.dispatchEvent(new DragEvent('dragend', { bubbles: true }))
  await halfAMinute()
  expect(read).toHaveBeenCalledTimes(1)

  await userEvent.click(screen.getByText('Assign to…'))
  await halfAMinute()
  expect(read).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Escape}')
  await halfAMinute()
  expect(read).toHaveBeenCalledTimes(2)

  await screen.rerender(<List rows={{ Ada: 1 }}>{dialog}</List>)
  await halfAMinute()
  expect(read).toHaveBeenCalledTimes(2)
  await screen.rerender(<List rows={{ Ada: 1 }} />)
  await halfAMinute()
  expect(read).toHaveBeenCalledTimes(3)
})

test('a drag whose row disappeared stops blocking polls once the pointer moves again', async () => {
  const screen = await show(<List rows={{ Ada: 1 }} />)
  screen
    .getByText('Ada')
    .element()
    .dispatchEvent(new DragEvent('dragstart', { bubbles: true }))
  dispatchEvent(new PointerEvent('pointermove'))
  await halfAMinute()
  expect(read).toHaveBeenCalledOnce()
})
