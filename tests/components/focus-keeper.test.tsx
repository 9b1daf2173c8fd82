import { useState } from 'react'
import { createPortal } from 'react-dom'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../../web/ui/button.tsx'
import { Dialog } from '../../web/ui/dialog.tsx'
import { focusNewPage, installFocusKeeper } from '../../web/ui/focus-keeper.ts'
import { Menu } from '../../web/ui/menu.tsx'
import { MenuEntryButton } from '../../web/ui/menu-entry.tsx'

installFocusKeeper()

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

/** A list of patients, each with two buttons. Delete removes the row. */
function Patients({ names }: { names: readonly string[] }) {
  const [left, setLeft] = useState(names)
  return (
    <main>
      <h1>Patients</h1>
      {left.length === 0 ? (
        <h2>No patients found</h2>
      ) : (
        <ul>
          {left.map((name) => (
            <li key={name}>
              <Button aria-label={`Edit ${name}`}>Edit</Button>
              <Button aria-label={`Delete ${name}`} onClick={() => setLeft(left.filter((known) => known !== name))}>
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
    </main>
  )
}

test('a removed row passes focus to the next row’s button, else the previous one’s, else the heading', async () => {
  const screen = await render(<Patients names={['Ada', 'Ben', 'Cleo']} />)
  await screen.getByLabelText('Delete Ben').click()
  expect(focused()).toBe('Delete Cleo')
  await userEvent.keyboard('{Enter}')
  expect(focused()).toBe('Delete Ada')
  await userEvent.keyboard('{Enter}')
  expect(focused()).toBe('No patients found')
})

function Step() {
  const [isStarted, setIsStarted] = useState(false)
  return (
    <main>
      <Button>History</Button>
      {isStarted ? <Button>Complete</Button> : <Button onClick={() => setIsStarted(true)}>Start</Button>}
      <Button>Print</Button>
    </main>
  )
}

test('a replaced control passes focus to its replacement', async () => {
  const screen = await render(<Step />)
  await screen.getByText('Start').click()
  expect(focused()).toBe('Complete')
})

function Photo() {
  const [isTaken, setIsTaken] = useState(true)
  const [isOpen, setIsOpen] = useState(true)
  return (
    <main>
      <h1>Delivery</h1>
      <section>
        <h2>Photo</h2>
        <div>
          <Button>Upload</Button>
          {isTaken && (
            <Button variant="quiet" onClick={() => setIsTaken(false)}>
              Remove
            </Button>
          )}
        </div>
        <div>
          <div>{isOpen && <Button onClick={() => setIsOpen(false)}>Apply</Button>}</div>
        </div>
      </section>
    </main>
  )
}

test('a control removed without a successor leaves focus beside it or on the heading of its section', async () => {
  const screen = await render(<Photo />)
  await screen.getByText('Remove').click()
  expect(focused()).toBe('Upload')
  await screen.getByText('Apply').click()
  expect(focused()).toBe('Photo')
})

test('a field that is disabled or hidden loses focus', async () => {
  const screen = await render(
    <main>
      <Button>Before</Button>
      <input aria-label="Name" />
    </main>,
  )
  for (const drop of ['disabled', 'hidden']) {
    const field = screen.getByLabelText('Name').element()
    await userEvent.click(field)
    field.toggleAttribute(drop)
    await expect.poll(focused).toBe('Before')
    field.toggleAttribute(drop)
  }
})

function Picker() {
  const [state, setState] = useState<'none' | 'creating' | 'picked'>('none')
  return (
    <main>
      <h1>New Delivery</h1>
      {state === 'picked' ? (
        <div>
          <Button>Change Patient</Button>
        </div>
      ) : (
        <section>
          <input aria-label="Search" />
          <Button onClick={() => setState('creating')}>New Patient</Button>
          {state === 'creating' &&
            createPortal(
              <Dialog title="Create" onClose={() => setState('none')}>
                <Button onClick={() => setState('picked')}>Save</Button>
              </Dialog>,
              document.body,
            )}
        </section>
      )}
    </main>
  )
}

test('a dialog whose opener is gone returns focus to the opener’s replacement', async () => {
  const screen = await render(<Picker />)
  await screen.getByText('New Patient').click()
  await screen.getByText('Save').click()
  expect(focused()).toBe('Change Patient')
})

test('choosing a menu item leaves focus on the menu button', async () => {
  const screen = await render(
    <Menu label="More">
      <MenuEntryButton>Print</MenuEntryButton>
    </Menu>,
  )
  await screen.getByText('More').click()
  await screen.getByText('Print').click()
  expect(focused()).toBe('More')
})

function Pages() {
  const [page, setPage] = useState(0)
  if (page === 0)
    return (
      <main>
        <h1>Sign in</h1>
        <Button onClick={() => setPage(1)}>Go</Button>
      </main>
    )
  setTimeout(() => setPage(2), 50)
  return <main>{page === 1 ? 'Loading' : <h1>Welcome</h1>}</main>
}

test('a page that replaces another gets focus on its title, even if it renders late', async () => {
  const screen = await render(<Pages />)
  await screen.getByText('Go').click()
  await expect.poll(focused).toBe('Welcome')
})

function List({ ms }: { ms: number }) {
  const [isThere, setIsThere] = useState(false)
  setTimeout(() => setIsThere(true), ms)
  return (
    <main>
      <h1>Deliveries</h1>
      <input aria-label="Search" />
      {isThere && (
        <a href="/deliveries/7" tabIndex={0}>
          Seven
        </a>
      )}
    </main>
  )
}

function Away() {
  const [isSignedIn, setIsSignedIn] = useState(false)
  if (!isSignedIn)
    return (
      <>
        <header>
          <Button onClick={() => setIsSignedIn(true)}>Sign in</Button>
        </header>
        <main>
          <h1>Carelane</h1>
        </main>
      </>
    )
  return (
    <div>
      <a href="#main">Skip to content</a>
      <main id="main">
        <h1>Welcome</h1>
      </main>
    </div>
  )
}

test('a page that replaces another does not focus content before its title', async () => {
  const screen = await render(<Away />)
  await screen.getByText('Sign in').click()
  await expect.poll(focused).toBe('Welcome')
})

function Delivery({ isRead }: { isRead: boolean }) {
  return (
    <main>
      {isRead ? (
        <>
          <a href="/deliveries">Back</a>
          <h1>Delivery of today</h1>
        </>
      ) : (
        <section>
          <h1>Delivery</h1>
        </section>
      )}
    </main>
  )
}

test('a title that replaces another gets focus, not the content before it', async () => {
  const screen = await render(<Delivery isRead={false} />)
  focusNewPage()
  expect(focused()).toBe('Delivery')
  await screen.rerender(<Delivery isRead />)
  await expect.poll(focused).toBe('Delivery of today')
})

test('Back returns focus to the followed link once it renders, unless the user moves focus first', async () => {
  const screen = await render(<List ms={30} />)
  focusNewPage('/deliveries/7')
  expect(focused()).toBe('Deliveries')
  await expect.poll(focused).toBe('Seven')

  await screen.rerender(<List key="again" ms={300} />)
  focusNewPage('/deliveries/7')
  await screen.getByLabelText('Search').click()
  await expect.element(screen.getByText('Seven')).toBeInTheDocument()
  expect(focused()).toBe('Search')
})

test('the first page, and a click on nothing, do not move focus', async () => {
  document.body.click()
  const screen = await render(<Patients names={['Ada']} />)
  expect(document.activeElement).toBe(document.body)
  await screen.getByLabelText('Edit Ada').click()
  await screen.getByText('Patients').click()
  expect(document.activeElement).toBe(document.body)
  await screen.rerender(<p>Elsewhere</p>)
  expect(document.activeElement).toBe(document.body)
})
