import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Combobox } from '../../web/ui/combobox.tsx'
import { LoadMoreControl } from '../../web/ui/load-more.tsx'
import { Menu } from '../../web/ui/menu.tsx'
import { MenuEntryButton } from '../../web/ui/menu-entry.tsx'
import { Table } from '../../web/ui/table.tsx'

const people = ['Keisha Brown', 'Miguel Santos', 'Priya Nair'].map((label) => ({ value: label, label }))

test('a dropdown announces the number of matches and keeps focus while the choice is saved', async () => {
  const onChange = vi.fn()
  const choice = (busy: boolean) => (
    <Combobox label="Pharmacist" value="" options={people} onChange={onChange} busy={busy} />
  )
  const screen = await render(choice(false))
  const box = screen.getByRole('combobox')
  await box.click()
  await userEvent.keyboard('mig')
  await expect.element(screen.getByRole('status')).toHaveTextContent('1 match')
  await userEvent.keyboard('zz')
  await expect.element(screen.getByRole('status')).toHaveTextContent('No matches')
  await userEvent.keyboard('{Backspace}{Backspace}{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('Miguel Santos')
  await screen.rerender(choice(true))
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}k{Enter}')
  expect(onChange).toHaveBeenCalledOnce()
})

test.each(['start', 'end'] as const)('a menu aligned to its button’s %s stays within the window', async (align) => {
  const screen = await render(
    <div style={{ display: 'flex', justifyContent: align === 'start' ? 'end' : 'start' }}>
      <Menu label="More" align={align}>
        <MenuEntryButton>Merge…</MenuEntryButton>
      </Menu>
    </div>,
  )
  await screen.getByRole('button', { name: 'More' }).click()
  const { left, right } = screen.getByRole('button', { name: 'Merge…' }).element().getBoundingClientRect()
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth)
})

/** A list of two pages. The test decides when the second one arrives. */
function Pages({ come }: { come: Promise<void> }) {
  const [rows, setRows] = useState(['Ada', 'Ben'])
  const [isFetchingNextPage, setIsFetching] = useState(false)
  const hasNextPage = rows.length < 4
  const fetchNextPage = async () => {
    setIsFetching(true)
    await come
    setRows(['Ada', 'Ben', 'Cleo', 'Dan'])
    setIsFetching(false)
  }
  return (
    <>
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
      <LoadMoreControl
        pages={{ rows, hasNextPage, isFetchingNextPage, isFetchNextPageError: false, fetchNextPage }}
        failure="Failed"
        byButton
      />
    </>
  )
}

test('loading the next page by key keeps focus on the button and then moves it to the first new row', async () => {
  let letCome = () => {}
  const come = new Promise<void>((resolve) => {
    letCome = resolve
  })
  const screen = await render(<Pages come={come} />)
  screen.getByText('Load more').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Loading...')).toHaveFocus()
  letCome()
  await expect.element(screen.getByText('Cleo')).toHaveFocus()
})

test('a table labels its rows, and an error is shown below the row it is about', async () => {
  const table = (refused: string) => (
    <Table
      label="Users"
      columns={[
        { key: 'name', head: 'Name', isRowHead: true, cell: (name: string) => name },
        { key: 'status', head: 'Status', cell: () => 'Active' },
      ]}
      rows={['Ada', 'Ben']}
      rowKey={(name) => name}
      refusalOf={(name) => (name === refused ? `${name} has open deliveries` : '')}
    />
  )
  const screen = await render(table(''))
  await expect.element(screen.getByRole('rowheader', { name: 'Ben' })).toBeVisible()
  await screen.rerender(table('Ada'))
  await expect.element(screen.getByRole('row').nth(2).getByRole('alert')).toHaveTextContent('Ada has open deliveries')
})
